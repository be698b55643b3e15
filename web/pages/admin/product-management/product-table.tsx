import type { Product } from '#contracts/catalog.ts';
import { oneDecimal } from '#contracts/hop-format.ts';
import { ProductPicture } from '#web/layout/product-picture.tsx';
import { useFarm } from '#web/session/client-config.ts';
import { tableRoles as roles } from '#web/ui/table-roles.ts';

type Props = {
  products: Product[];
  edited: Product | undefined;
  onEdit(product: Product): void;
  onDelete(product: Product): void;
};

/** The form returns focus to this button. */
export const editButtonId = (id: number) => `edit-product-${id}`;

export function ProductTable({ products, edited, onEdit, onDelete }: Props) {
  return (
    <table className="admin-table product-table stacked-table" {...roles.table}>
      <thead {...roles.rowGroup}>
        <tr {...roles.row}>
          {columns.map(({ name, number }) => (
            <th key={name} className={number ? 'product-table-number' : undefined} {...roles.columnHeader}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowGroup}>
        {products.map((product) => (
          <ProductRow
            key={product.id}
            product={product}
            edited={edited?.id === product.id}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </table>
  );
}

const columns = [
  ...['Image', 'Name', 'Type', 'Aromas'].map((name) => ({ name, number: false })),
  ...['Alpha Acid', 'Beta Acid', 'Total Oil', 'Price', 'Stock'].map((name) => ({ name, number: true })),
  { name: 'Actions', number: false },
];

type RowProps = Omit<Props, 'products' | 'edited'> & { product: Product; edited: boolean };

function ProductRow({ product, edited, onEdit, onDelete }: RowProps) {
  const { low_stock } = useFarm();
  const { id, name, type, aromas, alpha_acid, beta_acid, total_oil, price, stock } = product;
  return (
    <tr aria-current={edited ? 'true' : undefined} {...roles.row}>
      <td className="product-table-picture" {...roles.cell}>
        <ProductPicture product={product} sizes="66px" alt="" />
      </td>
      <th scope="row" {...roles.rowHeader}>
        {name}
      </th>
      <td className="product-table-type" {...roles.cell}>
        {type}
      </td>
      <td className="product-table-aromas" {...roles.cell}>
        {aromas}
      </td>
      <td className="product-table-number" data-label="Alpha Acid" {...roles.cell}>
        {oneDecimal(alpha_acid)}
      </td>
      <td className="product-table-number" data-label="Beta Acid" {...roles.cell}>
        {oneDecimal(beta_acid)}
      </td>
      <td className="product-table-number" data-label="Total Oil" {...roles.cell}>
        {oneDecimal(total_oil)}
      </td>
      <td className="product-table-number" data-label="Price" {...roles.cell}>
        {price.toFixed(2)}
      </td>
      <td
        className={`product-table-number${stock < low_stock ? ' product-table-low' : ''}`}
        data-label="Stock"
        {...roles.cell}
      >
        {stock}
      </td>
      <td className="product-table-last" {...roles.cell}>
        <div className="product-table-actions">
          <button
            id={editButtonId(id)}
            className="button"
            type="button"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(product)}
          >
            Edit
          </button>
          <button
            className="button button-danger"
            type="button"
            aria-label={`Delete ${name}`}
            onClick={() => onDelete(product)}
          >
            Delete
          </button>
        </div>
      </td>
    </tr>
  );
}
