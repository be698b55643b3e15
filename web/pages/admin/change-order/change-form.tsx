import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Product } from '#contracts/catalog.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars } from '#contracts/money.ts';
import { canDeliver, DELIVERY_MINIMUM } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { replaceRoute } from '#web/router/navigation.ts';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { changeOf, differenceOf, linesOf, type Values, valuesOf } from './change-form-state.ts';

type Props = { order: Order; products: Product[] };

export function ChangeForm({ order, products }: Props) {
  const queryCache = useQueryCache();
  const element = useRef<HTMLFormElement>(null);
  const { busy, error, submit } = useSubmit();
  const [values, setValues] = useState(() => valuesOf(order));
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const lines = linesOf(order, products, values);
  const others = products.filter(({ id }) => !lines.some(({ product_id }) => product_id === id));
  const total = lines.reduce((sum, { product_id }) => sum + Number(values.pounds[product_id] || 0), 0);

  useEffect(() => {
    const wrong = error.text && element.current?.querySelector('[aria-invalid="true"]');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [error]);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void submit(async () => {
      const body = changeOf(order, lines, values);
      const response = await mutate('POST /api/orders/:id/changes', { params: { id: order.id }, body });
      queryCache.update(`/api/orders/${order.id}`, () => response);
      for (const changed of ['/api/orders', '/api/products', '/api/customers', '/api/dashboard', '/api/sales'])
        queryCache.invalidate(changed, `/api/orders/${order.id}`);
      toast({ text: `Order ${order.id} changed.` });
      replaceRoute(pagePaths.order(order.id));
    });
  }

  const text = (field: 'name' | 'phone' | 'email' | 'address' | 'chargeText' | 'discountText' | 'reason') => ({
    value: values[field],
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });

  return (
    <form ref={element} className="desk-form" method="post" noValidate onSubmit={save}>
      <section>
        <h2 className="admin-section">Hops</h2>
        <ul className="desk-lines">
          {lines.map(({ product_id, name, price, was }, index) => (
            <li key={product_id}>
              <Field
                label={name}
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                help={was === 0 ? 'New in this order' : `${formatPounds(was)} now. 0 removes it.`}
                value={values.pounds[product_id] ?? ''}
                error={index === 0 ? error.fields.lines : undefined}
                onChange={({ target }) => set({ pounds: { ...values.pounds, [product_id]: target.value } })}
              />
              <span className="admin-number">${formatDollars(price)} per lb</span>
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <FieldFrame label="Add a hop" optional>
            {(control) => (
              <select
                className="field-input"
                {...control}
                value=""
                onChange={({ target }) => set({ pounds: { ...values.pounds, [Number(target.value)]: '1' } })}
              >
                <option value="">Choose a hop</option>
                {others.map(({ id, name, stock }) => (
                  <option key={id} value={id}>
                    {name}, {formatPounds(stock)} in stock
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        )}
        <h2 className="admin-section">Charge or discount</h2>
        <Field
          label="Charge for"
          optional
          help="The buyer reads it, such as Freight by UPS."
          maxLength={100}
          error={error.fields['charge.text']}
          {...text('chargeText')}
        />
        <Field
          label="Charge in dollars"
          optional
          inputMode="decimal"
          value={values.chargeAmount}
          error={error.fields['charge.amount']}
          onChange={({ target }) => set({ chargeAmount: target.value })}
        />
        <Field
          label="Discount for"
          optional
          help="The buyer reads it, such as For the torn bag."
          maxLength={100}
          error={error.fields['discount.text']}
          {...text('discountText')}
        />
        <Field
          label="Discount in dollars"
          optional
          inputMode="decimal"
          value={values.discountAmount}
          error={error.fields['discount.amount']}
          onChange={({ target }) => set({ discountAmount: target.value })}
        />
      </section>
      <section>
        <h2 className="admin-section">Buyer</h2>
        <FieldFrame
          label="Pickup or delivery"
          help={
            values.location === 'delivery' && !canDeliver(total)
              ? `Delivery requires at least ${DELIVERY_MINIMUM}.`
              : ''
          }
          error={error.fields.location_option}
        >
          {(control) => (
            <select
              className="field-input"
              {...control}
              value={values.location}
              onChange={({ target }) => set({ location: target.value === 'delivery' ? 'delivery' : 'pickup' })}
            >
              <option value="pickup">Pickup</option>
              <option value="delivery">Delivery</option>
            </select>
          )}
        </FieldFrame>
        <Field label="Name" error={error.fields['contact.name']} {...text('name')} />
        <Field label="Phone" type="tel" error={error.fields['contact.phone']} {...text('phone')} />
        <Field label="Email" optional type="email" error={error.fields['contact.email']} {...text('email')} />
        <Field label="Address" optional error={error.fields['contact.address']} {...text('address')} />
        <Field
          label="Reason"
          help="Kept in the order's history. Only staff see it."
          maxLength={300}
          error={error.fields.reason}
          {...text('reason')}
        />
        <Difference order={order} dollars={differenceOf(lines, values)} />
        <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
        <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy}>
          Save changes
        </button>
      </section>
    </form>
  );
}

/** What becomes of the money. The server decides; this is what it will say. */
function Difference({ order: { total, on_terms, email }, dollars }: { order: Order; dollars: number }) {
  const amount = `$${formatDollars(Math.abs(dollars))}`;
  const less = on_terms ? `A credit note takes ${amount} off the invoice.` : `${amount} goes back to the buyer.`;
  return (
    <div role="status">
      <p className="desk-total">
        Total <b>${formatDollars(Math.max(0, total + dollars))}</b>
      </p>
      <p className="field-help">
        {dollars === 0 ? '' : dollars > 0 ? `The buyer gets an invoice for ${amount}.` : less}
        {email ? " We'll email the buyer what changed." : ''}
      </p>
    </div>
  );
}
