import { useRef, useState } from 'react';
import type { DeliveryArea } from '#contracts/delivery.ts';
import { DELIVERY_MINIMUM } from '#contracts/ordering-rules.ts';
import { messageOr, requestJson } from '#web/query/request.ts';
import { Field } from '#web/ui/field.tsx';

/** Tells the visitor how the delivery policy applies to their ZIP code. Never blocks the order. */
export function DeliveryLookup() {
  const [result, setResult] = useState('');
  const latestZip = useRef('');

  async function update(zip: string) {
    latestZip.current = zip;
    const text = /^\d{5}$/.test(zip) ? await lookUp(zip) : '';
    // Ignore a late response for a ZIP code that has changed since.
    if (latestZip.current === zip) setResult(text);
  }

  return (
    <div className="zip">
      <Field
        label="ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={5}
        onChange={({ target }) => void update(target.value.trim())}
      />
      <p className="delivery-lookup-result" role="status">
        {result}
      </p>
    </div>
  );
}

async function lookUp(zip: string): Promise<string> {
  try {
    const url = `/api/delivery-areas/${zip}`;
    return describeArea(
      Object(await requestJson(url, {}, messageOr("We couldn't look that up. Please call us."))).data,
    );
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function describeArea({ place, miles, area }: DeliveryArea): string {
  const town = place.split(',')[0];
  const distance = `${town} is ${miles} ${miles === 1 ? 'mile' : 'miles'} away.`;
  if (area === 'near')
    return `${distance} Free delivery: choose Delivery from ${DELIVERY_MINIMUM}. For less, choose Pickup and call; we'll bring it.`;
  if (area === 'free') return `${distance} Delivery is free for ${DELIVERY_MINIMUM} or more.`;
  return `${distance} We ship by USPS or UPS and will call about the cost.`;
}
