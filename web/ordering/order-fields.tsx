import { type Dispatch, useEffect } from 'react';
import { delivery } from '#content/delivery.ts';
import { EMAIL } from '#contracts/email.ts';
import { canDeliver, DELIVERY_MINIMUM } from '#contracts/ordering-rules.ts';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Bags } from './bags.tsx';
import { DeliveryLookup } from './delivery-lookup.tsx';
import {
  type Contact,
  formLines,
  isNotWhole,
  type OrderEvent,
  type OrderForm,
  TYPING_PAUSE_MS,
  totalPounds,
  wholePounds,
} from './order-form-state.ts';

type Props = { form: OrderForm; dispatch: Dispatch<OrderEvent>; locked: boolean };

const REQUIRED: Partial<Record<keyof Contact, string>> = {
  name: 'Enter your name.',
  phone: 'Enter a phone number so we can call.',
};

export function OrderFields({ form, dispatch, locked }: Props) {
  const { contact, missing, status } = form;
  const pounds = totalPounds(form);
  const text = (field: keyof Contact) => ({
    name: field,
    value: contact[field],
    readOnly: locked,
    onChange: ({ target }: { target: HTMLInputElement }) => dispatch({ type: 'contact', field, text: target.value }),
    error: missing.includes(field) ? REQUIRED[field] : undefined,
  });
  const invalidEmail = status.is === 'error' && contact.email.trim() !== '' && !EMAIL.test(contact.email.trim());
  return (
    <>
      <div className="order-grid">
        <Field label="Your Name" autoComplete="name" maxLength={200} {...text('name')} />
        <Field
          label="Your Email"
          type="email"
          autoComplete="email"
          optional
          {...text('email')}
          error={invalidEmail ? "That doesn't look like an email address." : undefined}
        />
        <div className="order-wide">
          <Field label="Your Address" autoComplete="street-address" maxLength={500} optional {...text('address')} />
        </div>
        <Field label="Your Phone" type="tel" autoComplete="tel" maxLength={50} {...text('phone')} />
        {'product' in form.selection && <Quantity form={form} dispatch={dispatch} locked={locked} />}
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
        <DeliveryLookup />
      </div>
    </>
  );
}

function Quantity({ form, dispatch, locked }: Props) {
  const judge = () => dispatch({ type: 'quantityEntered' });
  const step = (by: number) => {
    dispatch({ type: 'quantity', text: String(Math.max(1, wholePounds(form.quantity) + by)) });
    judge();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the pause over
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ type: 'quantityEntered' }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [dispatch, form.quantity]);
  const invalid = form.missing.includes('quantity') || isNotWhole(form.quantity);
  return (
    <FieldFrame label="Quantity in Pounds" error={invalid ? 'Enter whole pounds, 1 or more.' : undefined}>
      {(control) => (
        <div className="stepper">
          <button
            className="icon-button"
            type="button"
            aria-label="One pound less"
            disabled={locked}
            onClick={() => step(-1)}
          >
            <Icon name="minus" size={20} />
          </button>
          <input
            className="field-input"
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={form.quantity}
            readOnly={locked}
            onChange={({ target }) => dispatch({ type: 'quantity', text: target.value })}
            onBlur={judge}
          />
          <button
            className="icon-button"
            type="button"
            aria-label="One pound more"
            disabled={locked}
            onClick={() => step(1)}
          >
            <Icon name="plus" size={20} />
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
