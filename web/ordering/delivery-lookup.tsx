import { useRef, useState } from 'react';
import type { DeliveryArea } from '#contracts/delivery.ts';
import { messageOr, requestJson } from '#web/query/request.ts';
import { Field } from '#web/ui/field.tsx';

/** Says what the policy means for one's own ZIP code. It informs and never blocks. */
export function DeliveryLookup() {
  const [answer, setAnswer] = useState('');
  const asked = useRef('');

  async function look(zip: string) {
    asked.current = zip;
    const words = /^\d{5}$/.test(zip) ? await lookUp(zip) : '';
    // An answer that is late says nothing of the code that stands there now.
    if (asked.current === zip) setAnswer(words);
  }

  return (
    <div className="zip">
      <Field
        label="ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={5}
        onChange={({ target }) => void look(target.value.trim())}
      />
      <p className="delivery-lookup-result" role="status">
        {answer}
      </p>
    </div>
  );
}

async function lookUp(zip: string): Promise<string> {
  try {
    const url = `/api/delivery-areas/${zip}`;
    return describeArea(
      Object(await requestJson(url, {}, messageOr('We could not look that up. Please call us.'))).data,
    );
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function describeArea({ place, miles, area }: DeliveryArea): string {
  const town = place.split(',')[0];
  const away = `${town} is ${miles} ${miles === 1 ? 'mile' : 'miles'} away.`;
  if (area === 'near')
    return `${away} Delivery is free: with 22 lbs or more choose Delivery, with less choose Pickup and call us.`;
  if (area === 'free') return `${away} With 22 lbs or more, delivery is free.`;
  return `${away} We ship by USPS or UPS and call you about the cost.`;
}
