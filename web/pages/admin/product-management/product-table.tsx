import type { Product } from '#contracts/catalog.ts';
import { LOW_STOCK, oneDecimal } from '#contracts/hop-format.ts';
import { ProductPicture } from '#web/layout/product-picture.tsx';

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
    <div className="product-table-box">
      <table className="admin-table product-table">
        <thead>
          <tr>
            <th>Image</th>
            <th>Name</th>
            <th>Type</th>
            <th>Aromas</th>
            <th className="product-table-number">Alpha Acid</th>
            <th className="product-table-number">Beta Acid</th>
            <th className="product-table-number">Total Oil</th>
            <th className="product-table-number">Price</th>
            <th className="product-table-number">Stock</th>
            <th>Actions</th>
          </tr>
        </thead>
        <tbody>
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
    </div>
  );
}

type RowProps = Omit<Props, 'products' | 'edited'> & { product: Product; edited: boolean };

function ProductRow({ product, edited, onEdit, onDelete }: RowProps) {
  const { id, name, type, aromas, alpha_acid, beta_acid, total_oil, price, stock } = product;
  return (
    <tr aria-current={edited ? 'true' : undefined}>
      <td>
        <ProductPicture product={product} sizes="66px" alt="" />
      </td>
      <th scope="row">{name}</th>
      <td>{type}</td>
      <td>{aromas}</td>
      <td className="product-table-number">{oneDecimal(alpha_acid)}</td>
      <td className="product-table-number">{oneDecimal(beta_acid)}</td>
      <td className="product-table-number">{oneDecimal(total_oil)}</td>
      <td className="product-table-number">{price.toFixed(2)}</td>
      <td className={`product-table-number${stock < LOW_STOCK ? ' product-table-low' : ''}`}>{stock}</td>
      <td>
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
