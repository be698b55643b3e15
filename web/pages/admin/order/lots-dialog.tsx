import { useState } from 'react';
import { formatPounds } from '#contracts/hop-format.ts';
import type { Order } from '#contracts/orders.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOrderUpdate } from './use-order-update.ts';

type Line = Order['lines'][number];
/** As typed, by lot. */
type Pounds = Record<number, string>;

/** Which lots the pounds of each line come from: first those that were held for it. */
export function LotsDialog({ order: { id, lines, version }, onClose }: { order: Order; onClose(): void }) {
  const update = useOrderUpdate();
  const { busy, error, submit } = useSubmit();
  const [packed, setPacked] = useState(() => new Map(lines.map((line) => [line.product_id, heldFor(line)])));

  const save = () =>
    submit(async () => {
      const body = { version, lines: lines.map(({ product_id }) => toBody(product_id, packed.get(product_id) ?? {})) };
      update(await mutate('PUT /api/orders/:id/lots', { params: { id }, body }));
      toast({ text: `The lots of order ${id} are saved.` });
      onClose();
    });

  return (
    <ConfirmDialog
      text={`Which lots is order ${id} packed from?`}
      confirmLabel="Save"
      tone="gold"
      busy={busy}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <div className="dialog-fields">
        {lines.map((line) => (
          <LineLots
            key={line.product_id}
            line={line}
            pounds={packed.get(line.product_id) ?? {}}
            onChange={(pounds) => setPacked(new Map(packed).set(line.product_id, pounds))}
          />
        ))}
        <FormError text={error.fields.lines ?? error.text} />
      </div>
    </ConfirmDialog>
  );
}

const heldFor = ({ lots }: Line): Pounds => Object.fromEntries(lots.map((lot) => [lot.id, String(lot.pounds)]));

const toBody = (product_id: number, pounds: Pounds) => ({
  product_id,
  lots: Object.entries(pounds).map(([lot, text]) => ({ lot_id: Number(lot), pounds: Number(text) })),
});

type LineProps = { line: Line; pounds: Pounds; onChange(pounds: Pounds): void };

function LineLots({ line, pounds, onChange }: LineProps) {
  const lots = useQuery(query('GET /api/products/admin/:id/lots', { params: { id: line.product_id } }));
  const rest = Object.values(pounds).reduce((left, text) => left - Number(text), line.pounds);
  return (
    <fieldset className="packed-lots">
      <legend>
        {line.name}, {formatPounds(line.pounds)}
      </legend>
      <AsyncView state={lots} loading="Loading lots..." skeleton={<div className="skeleton packed-lots-skeleton" />}>
        {({ data }) => (
          <>
            {data
              .filter(({ id, stock }) => stock > 0 || id in pounds)
              .map(({ id, number, stock }) => (
                <Field
                  key={id}
                  label={`Lot ${number}`}
                  type="number"
                  inputMode="numeric"
                  min={0}
                  help={`${formatPounds(stock)} more in stock.`}
                  value={pounds[id] ?? ''}
                  onChange={({ target }) => onChange({ ...pounds, [id]: target.value })}
                />
              ))}
            {data.length === 0 && <p className="field-help">It has no lots.</p>}
          </>
        )}
      </AsyncView>
      <p className="field-help" role="status">
        {describeRest(rest, line)}
      </p>
    </fieldset>
  );
}

function describeRest(rest: number, { pounds, lots }: Line): string {
  if (rest < 0) return `${formatPounds(-rest)} too many.`;
  if (rest === 0 || (lots.length === 0 && rest === pounds)) return '';
  return `The other ${formatPounds(rest)} come from no lot.`;
}
