import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { carrierNames, carriers } from '#contracts/carriers.ts';
import type { DeliveryArea } from '#contracts/delivery.ts';
import { formatDollars } from '#contracts/money.ts';
import { canBeChanged } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { zipInAddress } from '#contracts/zip-in-address.ts';
import { mutate } from '#web/query/mutate.ts';
import { messageOr, requestJson } from '#web/query/request.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { Field, FormError } from '#web/ui/field.tsx';
import { fieldText } from '#web/ui/form-values.ts';
import { toast } from '#web/ui/toast.tsx';
import { useOrderUpdate } from './use-order-update.ts';

type Estimate = { text: string; carrier: string; amount: string };

const FREIGHT = 'Freight by ';

/** After the call: the estimate is filled in, and one click invoices it. */
export function FreightEditor({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const { location_option, charges } = order;
  if (location_option !== 'delivery' || !canBeChanged(order) || charges.some(({ text }) => text.startsWith(FREIGHT)))
    return undefined;
  return (
    <details className="order-shipment" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-link">Charge freight</summary>
      {open && <FreightForm order={order} />}
    </details>
  );
}

function FreightForm({ order }: { order: Order }) {
  const { id, version, email, on_terms } = order;
  const estimate = useEstimate(order);
  const update = useOrderUpdate();
  const { busy, error, submit } = useSubmit();

  function charge(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const text = FREIGHT + fieldText(form, 'carrier').trim();
    void submit(async () => {
      const body = {
        ...{ version, weighed: false, reason: 'Freight agreed by phone' },
        charge: { text, amount: Number(fieldText(form, 'amount')) },
      };
      const response = await mutate('POST /api/orders/:id/changes', { params: { id }, body });
      update(response);
      toast({ text: email ? 'The freight is invoiced, and the buyer has the email.' : 'The freight is invoiced.' });
    });
  }

  if (!estimate) return <p role="status">Looking up the freight...</p>;
  return (
    <form className="order-shipment-form" method="post" noValidate onSubmit={charge}>
      <p className="field-help">{estimate.text}</p>
      <Field
        label="Freight in dollars"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={estimate.amount}
        error={error.fields['charge.amount']}
      />
      <Field
        label="Carrier"
        name="carrier"
        list="freight-carriers"
        maxLength={80}
        defaultValue={estimate.carrier}
        error={error.fields['charge.text']}
      />
      <datalist id="freight-carriers">
        {carriers.map((each) => (
          <option key={each} value={each === 'own truck' ? 'our own truck' : carrierNames[each]} />
        ))}
      </datalist>
      <p className="field-help">
        {email
          ? `The buyer gets the invoice by email${on_terms ? '' : ', with a link to pay it'}.`
          : 'The buyer left no email. Send them the link of the invoice.'}
      </p>
      <FormError text={Object.values(error.fields).some(Boolean) ? undefined : error.text} />
      <button className="button" type="submit" aria-busy={busy} disabled={busy}>
        Send the freight invoice
      </button>
    </form>
  );
}

/** Undefined while it is looked up. */
function useEstimate({ address, quantity }: Order): Estimate | undefined {
  const [estimate, setEstimate] = useState<Estimate>();
  const zip = zipInAddress(address ?? '');
  const wanted = useRef('');
  useEffect(() => {
    wanted.current = `${zip} ${quantity}`;
    const key = wanted.current;
    void estimateFor(zip, quantity).then((found) => key === wanted.current && setEstimate(found));
  }, [zip, quantity]);
  return estimate;
}

async function estimateFor(zip: string | undefined, pounds: number): Promise<Estimate> {
  const nothing = { carrier: 'UPS', amount: '' };
  if (!zip) return { ...nothing, text: 'The address has no ZIP code, so there is no estimate.' };
  try {
    const url = `/api/delivery-areas/${zip}?pounds=${pounds}`;
    const { data } = Object(await requestJson(url, {}, messageOr('')));
    const { place, miles, area, freight }: DeliveryArea = data;
    const where = `${place} is ${miles} miles away.`;
    if (freight)
      return {
        text: `${where} The estimate was about $${formatDollars(freight.price)} by ${freight.carrier}.`,
        ...{ carrier: freight.carrier, amount: freight.price.toFixed(2) },
      };
    return {
      ...nothing,
      text: area === 'far' ? `${where} There is no estimate for it.` : `${where} Delivery there is free.`,
    };
  } catch {
    return { ...nothing, text: 'The freight could not be looked up.' };
  }
}
