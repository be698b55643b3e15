import type { Dispatch } from 'react';
import { delivery } from '#content/delivery.ts';
import { EMAIL } from '#contracts/email.ts';
import { canDeliver } from '#contracts/ordering-rules.ts';
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
  totalPounds,
  wholePounds,
} from './order-form-state.ts';

type Props = { form: OrderForm; send: Dispatch<OrderEvent>; locked: boolean };

const REQUIRED = 'This is needed.';

export function OrderFields({ form, send, locked }: Props) {
  const { contact, missing, status } = form;
  const pounds = totalPounds(form);
  const text = (field: keyof Contact) => ({
    name: field,
    value: contact[field],
    readOnly: locked,
    onChange: ({ target }: { target: HTMLInputElement }) => send({ type: 'contact', field, text: target.value }),
    error: field !== 'email' && missing.includes(field) ? REQUIRED : undefined,
  });
  const oddEmail = status.is === 'error' && contact.email.trim() !== '' && !EMAIL.test(contact.email.trim());
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
          error={oddEmail ? 'This does not look like an e-mail address.' : undefined}
        />
        <div className="order-wide">
          <Field label="Your Address" autoComplete="street-address" maxLength={500} optional {...text('address')} />
        </div>
        <Field label="Your Phone" type="tel" autoComplete="tel" maxLength={50} {...text('phone')} />
        {'product' in form.wanted && <Quantity form={form} send={send} locked={locked} />}
      </div>
      <Bags lines={formLines(form).map(({ product, pounds: each }) => ({ name: product.name, pounds: each }))} />
      <div className="order-location">
        <FieldFrame label="Choose Location">
          {(wiring) => (
            <select
              className="field-input"
              {...wiring}
              value={form.location}
              disabled={locked}
              onChange={({ target }) =>
                send({ type: 'location', option: target.value === 'delivery' ? 'delivery' : 'pickup' })
              }
            >
              <option value="pickup">Pickup</option>
              <option value="delivery" disabled={!canDeliver(pounds)}>
                Delivery{canDeliver(pounds) ? '' : ' (Requires 22 lbs or more)'}
              </option>
            </select>
          )}
        </FieldFrame>
        <p className="order-reset" role="alert">
          {form.reset && <Icon name="warning" size={18} />}
          {form.reset}
        </p>
        {form.location === 'delivery' && !contact.address.trim() && (
          <p className="field-help">Where to? Without an address we call you to ask.</p>
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

function Quantity({ form, send, locked }: Props) {
  const step = (by: number) => send({ type: 'quantity', text: String(Math.max(1, wholePounds(form.quantity) + by)) });
  const refused = form.missing.includes('quantity') || isNotWhole(form.quantity);
  return (
    <FieldFrame label="Quantity in Pounds" error={refused ? 'Whole pounds, from 1.' : undefined}>
      {(wiring) => (
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
            {...wiring}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={form.quantity}
            readOnly={locked}
            onChange={({ target }) => send({ type: 'quantity', text: target.value })}
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
