import { formatMonth, listMonths } from '#contracts/book-types.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { useRouteLocation } from '#web/router/route-definition.ts';
import { FieldFrame } from '#web/ui/field.tsx';

type Props = { products: { id: number; name: string }[]; months: { first: string; last: string } };

/** A plain GET form: the URL holds the choice. */
export function StockFilter({ products, months: { first, last } }: Props) {
  const { searchParams } = useRouteLocation();
  const [product, month] = [searchParams.get('product') ?? '', searchParams.get('month') ?? ''];
  return (
    <form
      className="books-form"
      action={pagePaths.stockLedger}
      method="get"
      key={`${product} ${month} ${products.length} ${first}`}
    >
      <FieldFrame label="Product">
        {(control) => (
          <select className="field-input" name="product" defaultValue={product} {...control}>
            <option value="">All products</option>
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <FieldFrame label="Month">
        {(control) => (
          <select className="field-input" name="month" defaultValue={month} {...control}>
            <option value="">All months</option>
            {listMonths(first, last).map((each) => (
              <option key={each} value={each}>
                {formatMonth(each)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <button className="button" type="submit">
        Show
      </button>
    </form>
  );
}
