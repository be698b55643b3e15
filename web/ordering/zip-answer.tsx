import { useState } from 'react';
import type { DeliveryArea } from '../../contracts/delivery.ts';
import { messageOr, requestJson } from '../data/request.ts';
import { Field } from '../ui/field.tsx';

/** Says what the policy means for one's own ZIP code. It informs and never blocks. */
export function ZipAnswer() {
  const [answer, setAnswer] = useState('');

  async function look(zip: string) {
    if (!/^\d{5}$/.test(zip)) return setAnswer('');
    try {
      const reply = Object(
        await requestJson(`/api/delivery-areas/${zip}`, {}, messageOr('We could not look that up. Please call us.')),
      );
      setAnswer(inWords(reply.data));
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : '');
    }
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
      <p className="zip-answer" role="status">
        {answer}
      </p>
    </div>
  );
}

function inWords({ place, miles, area }: DeliveryArea): string {
  const town = place.split(',')[0];
  const away = `${town} is ${miles} ${miles === 1 ? 'mile' : 'miles'} away.`;
  if (area === 'near')
    return `${away} Delivery is free: with 22 lbs or more choose Delivery, with less choose Pickup and call us.`;
  if (area === 'free') return `${away} With 22 lbs or more, delivery is free.`;
  return `${away} We ship by USPS or UPS and call you about the cost.`;
}
