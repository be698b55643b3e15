import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Product } from '#contracts/catalog.ts';
import type { Customer } from '#contracts/customers.ts';
import { cents, formatCents, formatDollars, toCents } from '#contracts/money.ts';
import { canDeliver, DELIVERY_MINIMUM, type LocationOption, orderTotal } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { priceAt } from '#contracts/price-tiers.ts';
import type { DeskPayment, Terms } from '#contracts/terms.ts';
import { LotOptions } from '#web/ordering/lot-options.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useKeyedSubmit } from '#web/query/use-keyed-submit.ts';
import { replaceRoute } from '#web/router/navigation.ts';
import { useClientConfig } from '#web/session/client-config.ts';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { takeOrder } from './take-order.ts';

type Props = { customer: Customer; terms: Terms; products: Product[] };

const paymentNames: Record<Exclude<DeskPayment, 'invoice'>, string> = {
  card: 'Card, entered now',
  link: 'Card, by a link we email',
  check: 'Check',
  cash: 'Cash',
  'bank transfer': 'Bank transfer',
};
const paymentHelp: Partial<Record<DeskPayment, string>> = {
  card: 'The next page takes the card. The order waits to be bagged until it is paid.',
  link: 'The order waits to be bagged until it is paid.',
};

/** An order by phone or at the market. */
export function DeskForm({ customer, terms, products }: Props) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useKeyedSubmit('/api/customers/');
  const element = useRef<HTMLFormElement>(null);
  const [pounds, setPounds] = useState<Record<number, string>>({});
  const [location, setLocation] = useState<LocationOption>('pickup');
  const takesCards = useClientConfig().payments.provider !== 'off';
  const payments: DeskPayment[] = [
    ...(terms.days === null ? [] : ['invoice' as const]),
    ...(takesCards ? (['card', 'link'] as const) : []),
    'check',
    'cash',
    'bank transfer',
  ];
  const [payment, setPayment] = useState(payments[0] ?? 'check');
  const lines = products.flatMap((product) => {
    const each = Number(pounds[product.id] ?? 0);
    return Number.isInteger(each) && each > 0 ? [{ product, pounds: each }] : [];
  });
  const amount = orderTotal(
    lines.map((line) => ({ price: toCents(priceAt(line.product, line.pounds)), pounds: line.pounds })),
  );
  const total = lines.reduce((sum, line) => sum + line.pounds, 0);

  useEffect(() => {
    const wrong = error.text && element.current?.querySelector('[aria-invalid="true"]');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [error]);

  function place(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const [name, phone, email, address] = ['name', 'phone', 'email', 'address'].map((field) => fieldText(form, field));
    const items = lines.map((line) => ({
      ...{ productId: line.product.id, quantity: line.pounds },
      lotId: Number(fieldText(form, `lot-${line.product.id}`)) || undefined,
    }));
    void submit(async (key) => {
      const { order, invoice, invoice_key } = await takeOrder(key, {
        ...{ customer_id: customer.id, payment, amount, poNumber: fieldText(form, 'poNumber') },
        orderDetails: { items, name, phone, email, address, locationOption: location },
      });
      for (const changed of ['/api/orders', '/api/products', '/api/customers', '/api/dashboard'])
        queryCache.invalidate(changed);
      toast({ text: `Order ${order.id} is placed.` });
      replaceRoute(payment === 'card' ? `${pagePaths.pay(invoice)}?key=${invoice_key}` : pagePaths.order(order.id));
    });
  }

  return (
    <form ref={element} className="desk-form" method="post" noValidate onSubmit={place}>
      <section>
        <h2 className="admin-section">Hops</h2>
        {error.fields['orderDetails.items'] && <FormError text={error.fields['orderDetails.items']} />}
        <ul className="desk-lines">
          {products.map((product) => (
            <li key={product.id}>
              <Field
                label={product.name}
                name={`pounds-${product.id}`}
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                help={`${product.stock} lbs in stock`}
                value={pounds[product.id] ?? ''}
                onChange={({ currentTarget: { value } }) => setPounds({ ...pounds, [product.id]: value })}
              />
              <span className="admin-number">
                ${formatDollars(priceAt(product, Number(pounds[product.id] ?? 0) || 1))} per lb
              </span>
              {product.lots_on_sale && (
                <select className="field-input" name={`lot-${product.id}`} aria-label={`Lot of ${product.name}`}>
                  <LotOptions product={product} />
                </select>
              )}
            </li>
          ))}
        </ul>
        <FieldFrame
          label="Pickup or delivery"
          help={location === 'delivery' && !canDeliver(total) ? `Delivery requires at least ${DELIVERY_MINIMUM}.` : ''}
          error={error.fields['orderDetails.locationOption']}
        >
          {(control) => (
            <select
              className="field-input"
              value={location}
              onChange={({ currentTarget: { value } }) => setLocation(value === 'delivery' ? 'delivery' : 'pickup')}
              {...control}
            >
              <option value="pickup">Pickup</option>
              <option value="delivery">Delivery</option>
            </select>
          )}
        </FieldFrame>
      </section>
      <section>
        <h2 className="admin-section">{customer.company || customer.name}</h2>
        <Field label="Name" name="name" defaultValue={customer.name} error={error.fields['orderDetails.name']} />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          defaultValue={customer.phone}
          error={error.fields['orderDetails.phone']}
        />
        <Field
          label="Email"
          optional={payment !== 'link'}
          name="email"
          type="email"
          help={payment === 'link' ? 'Gets the link to pay.' : 'Gets the invoice.'}
          defaultValue={customer.email}
          error={error.fields['orderDetails.email']}
        />
        <Field
          label="Address"
          optional
          name="address"
          defaultValue={customer.address}
          error={error.fields['orderDetails.address']}
        />
        <FieldFrame label="Paid by" help={paymentHelp[payment] ?? ''} error={error.fields.payment}>
          {(control) => (
            <select
              className="field-input"
              value={payment}
              onChange={({ currentTarget: { value } }) =>
                setPayment(payments.find((each) => each === value) ?? 'check')
              }
              {...control}
            >
              {payments.map((each) => (
                <option key={each} value={each}>
                  {each === 'invoice' ? `Invoice, due in ${terms.days} days` : paymentNames[each]}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <Field label="PO number" optional name="poNumber" maxLength={50} error={error.fields.poNumber} />
        <p className="desk-total">
          Total <b>${formatCents(cents(amount))}</b>
        </p>
        <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
        <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy || lines.length === 0}>
          {payment === 'card' ? 'Place order and enter card' : 'Place order'}
        </button>
      </section>
    </form>
  );
}
