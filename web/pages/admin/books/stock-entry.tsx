import { type SubmitEvent, useState } from 'react';
import { type StockKind, stockKinds } from '#contracts/stock-kinds.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useKeyedSubmit } from '#web/query/use-keyed-submit.ts';
import { useQuery } from '#web/query/use-query.ts';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';

type Product = { id: number; name: string; stock: number };

/** What staff harvested, lost, gave away or counted. */
export function StockEntry({ products }: { products: Product[] }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useKeyedSubmit('/api/stock-moves');
  const [kind, setKind] = useState<StockKind>('harvest');
  const [chosen, setChosen] = useState<number>();
  const product = chosen ?? products[0]?.id;

  function enter(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const pounds = Number(fieldText(form, 'pounds').replace(/[,\s]/g, '') || 0);
    const body = {
      product_id: Number(fieldText(form, 'product_id')),
      lot_id: Number(fieldText(form, 'lot_id')) || undefined,
      kind,
      pounds,
      note: fieldText(form, 'note'),
    };
    void submit(async (key) => {
      const { data } = await mutate('POST /api/stock-moves', { body: { ...body, key } });
      form.reset();
      setKind('harvest');
      setChosen(undefined);
      queryCache.refetch('/api/stock-moves');
      queryCache.refetch('/api/products/admin');
      toast({ text: `Entered. ${data.stock.toLocaleString('en-US')} lbs of ${data.product} are in stock.` });
    });
  }

  return (
    <details className="customer-edit">
      <summary className="text-link">Enter a harvest, loss, sample or correction</summary>
      <form className="customer-form" method="post" noValidate onSubmit={enter}>
        <FieldFrame label="Product" error={error.fields.product_id}>
          {(control) => (
            <select
              className="field-input"
              name="product_id"
              onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
              {...control}
            >
              {products.map(({ id, name, stock }) => (
                <option key={id} value={id}>
                  {name}, {stock.toLocaleString('en-US')} lbs
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        {product !== undefined && <LotChoice key={product} product={product} error={error.fields.lot_id} />}
        <FieldFrame label="Why" error={error.fields.kind}>
          {(control) => (
            <select
              className="field-input"
              value={kind}
              onChange={({ currentTarget: { value } }) =>
                setKind(stockKinds.find((each) => each === value) ?? 'harvest')
              }
              {...control}
            >
              {stockKinds.map((each) => (
                <option key={each} value={each}>
                  {capitalize(each)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <Field
          label="Pounds"
          name="pounds"
          inputMode={kind === 'correction' ? undefined : 'numeric'}
          autoComplete="off"
          help={help[kind]}
          error={error.fields.pounds}
        />
        <Field
          label="Note"
          optional
          name="note"
          autoComplete="off"
          maxLength={300}
          help="Such as the field, the bag or the festival."
          error={error.fields.note}
        />
        <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
        <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy}>
          Enter
        </button>
      </form>
    </details>
  );
}

/** Nothing for a product without lots. */
function LotChoice({ product, error }: { product: number; error: string | undefined }) {
  const lots = useQuery(query('GET /api/products/admin/:id/lots', { params: { id: product } }));
  if (lots.is !== 'ready' || lots.data.data.length === 0) return undefined;
  return (
    <FieldFrame label="Lot" error={error}>
      {(control) => (
        <select className="field-input" name="lot_id" {...control}>
          <option value="">Any, the current lot first</option>
          {lots.data.data.map(({ id, number, stock }) => (
            <option key={id} value={id}>
              {number}, {stock.toLocaleString('en-US')} lbs
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

const help: Record<StockKind, string> = {
  harvest: 'They are added to the stock.',
  loss: 'They are taken out of the stock.',
  sample: 'They are taken out of the stock.',
  correction: 'With a minus if there are fewer than it says.',
};
