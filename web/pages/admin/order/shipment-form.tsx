import { type SubmitEvent, useRef, useState } from 'react';
import { carrierNames, carriers } from '#contracts/carriers.ts';
import { isSold } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';

type Shipment = Order['shipment'];

/** Closed until it is needed. Only an order that is delivered has a carrier. */
export function ShipmentEditor({ order }: { order: Order }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { id, shipment, status, on_terms, location_option } = order;
  if (location_option !== 'delivery' || !isSold(status, on_terms)) return undefined;

  function close() {
    if (details.current) details.current.open = false;
    details.current?.querySelector('summary')?.focus();
  }

  return (
    <details ref={details} className="order-shipment">
      <summary className="text-link">{shipment ? 'Change tracking' : 'Add tracking'}</summary>
      <ShipmentForm key={JSON.stringify([id, shipment])} order={order} onSaved={close} />
    </details>
  );
}

function ShipmentForm({ order, onSaved }: { order: Order; onSaved(): void }) {
  const { id, shipment, email, status } = order;
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const [carrier, setCarrier] = useState(shipment?.carrier ?? carriers[0]);
  const tells = email && (status === 'ready' || status === 'completed');

  const send = (body: NonNullable<Shipment> | { carrier: null; tracking_number: null }) =>
    submit(async () => {
      const response = await mutate('PUT /api/orders/:id/shipment', { params: { id }, body });
      onSaved();
      queryCache.update(`/api/orders/${id}`, () => response);
      toast({ text: body.carrier ? `Tracking of order ${id} saved.` : `Tracking of order ${id} removed.` });
    });

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = carrier === 'own truck' ? '' : fieldText(event.currentTarget, 'tracking_number').trim();
    void send({ carrier, tracking_number: number || null });
  }

  return (
    <form className="order-shipment-form" method="post" noValidate onSubmit={save}>
      <FieldFrame label="Carrier" error={error.fields.carrier}>
        {(control) => (
          <select
            className="field-input"
            {...control}
            value={carrier}
            onChange={({ target }) => setCarrier(carriers.find((each) => each === target.value) ?? carriers[0])}
          >
            {carriers.map((each) => (
              <option key={each} value={each}>
                {carrierNames[each]}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {carrier !== 'own truck' && (
        <Field
          label="Tracking number"
          name="tracking_number"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          defaultValue={shipment?.tracking_number ?? ''}
          error={error.fields.tracking_number}
        />
      )}
      <p className="field-help">
        {tells
          ? "We'll email it to the buyer."
          : email
            ? 'The buyer gets it with the email that the order is ready.'
            : 'The buyer left no email. They see it on their order page.'}
      </p>
      <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
      <div className="order-shipment-buttons">
        <button className="button button-gold" type="submit" aria-busy={busy} disabled={busy}>
          Save tracking
        </button>
        {shipment && (
          <button
            className="button"
            type="button"
            disabled={busy}
            onClick={() => void send({ carrier: null, tracking_number: null })}
          >
            Remove
          </button>
        )}
      </div>
    </form>
  );
}
