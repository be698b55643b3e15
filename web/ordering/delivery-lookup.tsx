import { type Dispatch, useRef, useState } from 'react';
import type { DeliveryArea } from '#contracts/delivery.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { canDeliver, DELIVERY_MINIMUM } from '#contracts/ordering-rules.ts';
import { messageOr, requestJson } from '#web/query/request.ts';
import { Field } from '#web/ui/field.tsx';
import { type OrderEvent, type OrderForm, totalPounds } from './order-form-state.ts';

type Props = { form: OrderForm; dispatch: Dispatch<OrderEvent> };
type Result = { area: DeliveryArea } | { error: string };

/** Tells the visitor how the delivery policy applies to their ZIP code. Never blocks the order. */
export function DeliveryLookup({ form, dispatch }: Props) {
  const [result, setResult] = useState<Result>();
  const latestZip = useRef('');

  async function update(zip: string) {
    dispatch({ type: 'zip', text: zip });
    latestZip.current = zip;
    const found = /^\d{5}$/.test(zip) ? await lookUp(zip) : undefined;
    // Ignore a late response for a ZIP code that has changed since.
    if (latestZip.current === zip) setResult(found);
  }

  return (
    <div className="zip">
      <Field
        label="ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="next"
        maxLength={5}
        value={form.zip}
        onChange={({ target }) => void update(target.value.trim())}
      />
      <p className="delivery-lookup-result" role="status">
        {result && ('area' in result ? describeArea(result.area, form) : result.error)}
      </p>
    </div>
  );
}

async function lookUp(zip: string): Promise<Result> {
  try {
    const url = `/api/delivery-areas/${zip}`;
    return { area: Object(await requestJson(url, {}, messageOr("We couldn't look that up. Please call us."))).data };
  } catch (error) {
    return { error: error instanceof Error ? error.message : '' };
  }
}

/** The answer for what is chosen in the form. */
function describeArea({ place, miles, area }: DeliveryArea, form: OrderForm): string {
  const [town] = place.split(',');
  const distance = `${town} is ${miles} ${miles === 1 ? 'mile' : 'miles'} away.`;
  const pounds = totalPounds(form);
  if (area === 'far') return `${distance} We ship by USPS or UPS and will call about the cost.`;
  if (canDeliver(pounds))
    return form.location === 'delivery'
      ? `${distance} Your ${formatPounds(pounds)} come free.`
      : `${distance} Choose Delivery, and your ${formatPounds(pounds)} come free.`;
  return area === 'near'
    ? `${distance} Free delivery: choose Delivery from ${DELIVERY_MINIMUM}. For less, choose Pickup and call; we'll bring it.`
    : `${distance} Delivery is free for ${DELIVERY_MINIMUM} or more.`;
}
