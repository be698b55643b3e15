import { type Dispatch, useEffect } from 'react';
import { delivery } from '#content/delivery.ts';
import type { Product } from '#contracts/catalog.ts';
import { formatPounds, onlyLeftMessage } from '#contracts/hop-format.ts';
import { canDeliver, DELIVERY_MINIMUM, packBags } from '#contracts/ordering-rules.ts';
import { tierNote } from '#contracts/price-tiers.ts';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { Bags } from './bags.tsx';
import { DeliveryLookup } from './delivery-lookup.tsx';
import { LotOptions } from './lot-options.tsx';
import {
  available,
  type Contact,
  formLines,
  isNotWhole,
  lotOnSale,
  type OrderEvent,
  type OrderForm,
  TYPING_PAUSE_MS,
  totalPounds,
  wholePounds,
} from './order-form-state.ts';

type Props = { form: OrderForm; dispatch: Dispatch<OrderEvent>; locked: boolean };

const errors: Partial<Record<keyof Contact, string>> = {
  name: 'Enter your name.',
  email: 'Check the email address.',
  phone: 'Enter a phone number so we can call.',
};

export function OrderFields({ form, dispatch, locked }: Props) {
  const { contact, invalid } = form;
  const pounds = totalPounds(form);
  const text = (field: keyof Contact) => ({
    name: field,
    value: contact[field],
    readOnly: locked,
    onChange: ({ target }: { target: HTMLInputElement }) => dispatch({ type: 'contact', field, text: target.value }),
    enterKeyHint: 'next' as const,
    error: invalid.includes(field) ? errors[field] : undefined,
  });
  return (
    <>
      <div className="order-grid">
        <Field label="Your Name" autoComplete="name" maxLength={200} {...text('name')} />
        <Field label="Your Email" type="email" autoComplete="email" optional {...text('email')} />
        <div className="order-wide">
          <Field label="Your Address" autoComplete="street-address" maxLength={500} optional {...text('address')} />
        </div>
        <Field label="Your Phone" type="tel" autoComplete="tel" maxLength={50} {...text('phone')} />
        {'product' in form.selection && (
          <>
            <Quantity form={form} product={form.selection.product} dispatch={dispatch} locked={locked} />
            {form.selection.product.lots_on_sale && (
              <div className="order-wide">
                <LotChoice form={form} product={form.selection.product} dispatch={dispatch} locked={locked} />
              </div>
            )}
          </>
        )}
      </div>
      <Bags lines={formLines(form).map(({ product, pounds: each }) => ({ name: product.name, pounds: each }))} />
      <div className="order-location">
        <FieldFrame label="Choose Location">
          {(control) => (
            <select
              className="field-input"
              {...control}
              value={form.location}
              disabled={locked}
              onChange={({ target }) =>
                dispatch({ type: 'location', option: target.value === 'delivery' ? 'delivery' : 'pickup' })
              }
            >
              <option value="pickup">Pickup</option>
              <option value="delivery" disabled={!canDeliver(pounds)}>
                Delivery{canDeliver(pounds) ? '' : ` (Requires ${DELIVERY_MINIMUM} or more)`}
              </option>
            </select>
          )}
        </FieldFrame>
        <p className="field-error order-reset" role="alert">
          {form.reset && <Icon name="warning" size={18} />}
          {form.reset}
        </p>
        {form.location === 'delivery' && !contact.address.trim() && (
          <p className="field-help">Add an address, or we'll call to ask.</p>
        )}
        <ul className="order-policy">
          {delivery.policy.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <DeliveryLookup form={form} dispatch={dispatch} />
      </div>
    </>
  );
}

function LotChoice({ form, product, dispatch, locked }: Props & { product: Product }) {
  return (
    <FieldFrame label="Lot" help="Any lot: the current one first.">
      {(control) => (
        <select
          className="field-input"
          {...control}
          value={lotOnSale(product, form.lot)?.id ?? ''}
          disabled={locked}
          onChange={({ target }) => dispatch({ type: 'lot', lot: Number(target.value) || undefined })}
        >
          <LotOptions product={product} />
        </select>
      )}
    </FieldFrame>
  );
}

function Quantity({ form, product, dispatch, locked }: Props & { product: Product }) {
  const judge = () => dispatch({ type: 'quantityEntered' });
  const set = (pounds: number) => {
    dispatch({ type: 'quantity', text: String(Math.max(1, pounds)) });
    judge();
  };
  const { stock } = available({ product, lot: form.lot });
  const step = (by: number) => set(wholePounds(form.quantity) + by);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the pause over
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ type: 'quantityEntered' }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [dispatch, form.quantity]);
  return (
    <FieldFrame
      label="Quantity in Pounds"
      help={[`${formatPounds(stock)} in stock.`, tierNote(product, wholePounds(form.quantity))]
        .filter(Boolean)
        .join(' ')}
      error={quantityError(form, product)}
    >
      {(control) => (
        <>
          <Stepper
            {...control}
            value={form.quantity}
            locked={locked}
            onType={(text) => dispatch({ type: 'quantity', text })}
            onStep={step}
            onBlur={judge}
            enterKeyHint="next"
          />
          <div className="weights">
            {usualWeights.map((pounds) => (
              <button
                key={pounds}
                className="weight"
                type="button"
                aria-pressed={wholePounds(form.quantity) === pounds}
                disabled={locked || pounds > stock}
                onClick={() => set(pounds)}
              >
                <b>{pounds} lbs</b> <span>{shortPacking(pounds)}</span>
              </button>
            ))}
          </div>
        </>
      )}
    </FieldFrame>
  );
}

const usualWeights = [6, 11, 22, 44];

/** Fits into a button: '2 × 22', or 'custom' if standard bags don't fit. */
function shortPacking(pounds: number): string {
  const { bags, custom } = packBags(pounds);
  return custom ? 'custom' : bags.map(({ size, count }) => `${count} × ${size}`).join(', ');
}

function quantityError(form: OrderForm, product: Product): string | undefined {
  const { name, stock } = available({ product, lot: form.lot });
  if (form.invalid.includes('quantity') || isNotWhole(form.quantity)) return 'Enter whole pounds, 1 or more.';
  return wholePounds(form.quantity) > stock ? onlyLeftMessage(stock, name) : undefined;
}
