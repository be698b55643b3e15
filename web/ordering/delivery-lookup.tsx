import { type Dispatch, useEffect, useState } from 'react';
import type { DeliveryArea } from '#contracts/delivery.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { canDeliver, DELIVERY_MINIMUM } from '#contracts/ordering-rules.ts';
import { messageOr, requestJson } from '#web/query/request.ts';
import { Field } from '#web/ui/field.tsx';
import { type OrderEvent, type OrderForm, TYPING_PAUSE_MS, totalPounds } from './order-form-state.ts';

type Props = { form: OrderForm; dispatch: Dispatch<OrderEvent> };
/** The freight is for these pounds. */
type Result = { pounds: number } & ({ area: DeliveryArea } | { error: string });

/** Tells the visitor how the delivery policy applies to their ZIP code. Never blocks the order. */
export function DeliveryLookup({ form, dispatch }: Props) {
  const [result, setResult] = useState<Result>();
  const { zip } = form;
  const pounds = totalPounds(form);
  // Within the free miles the pounds make no difference.
  const isCurrent = result && (result.pounds === pounds || !('area' in result) || result.area.area !== 'far');

  useEffect(() => {
    if (isCurrent || !/^\d{5}$/.test(zip)) return undefined;
    let wanted = true;
    const ask = async () => {
      const found = await lookUp(zip, pounds);
      // Ignore a late response for a ZIP code or pounds that have changed since.
      if (wanted) setResult(found);
    };
    const timer = setTimeout(() => void ask(), result ? TYPING_PAUSE_MS : 0);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [isCurrent, result, zip, pounds]);

  return (
    <div className="zip">
      <Field
        label="ZIP code"
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="next"
        maxLength={5}
        value={zip}
        onChange={({ target }) => {
          setResult(undefined);
          dispatch({ type: 'zip', text: target.value.trim() });
        }}
      />
      <p className="delivery-lookup-result" role="status">
        {result && ('area' in result ? describeArea(result.area, form) : result.error)}
        {isCurrent && 'area' in result && describeFreight(result.area)}
      </p>
    </div>
  );
}

async function lookUp(zip: string, pounds: number): Promise<Result> {
  try {
    const url = `/api/delivery-areas/${zip}${pounds > 0 ? `?pounds=${pounds}` : ''}`;
    const { data } = Object(await requestJson(url, {}, messageOr("We couldn't look that up. Please call us.")));
    return { pounds, area: data };
  } catch (error) {
    return { pounds, error: error instanceof Error ? error.message : '' };
  }
}

const describeFreight = ({ freight }: DeliveryArea): string =>
  freight ? ` About $${freight.price.toLocaleString('en-US')} by ${freight.carrier}; we confirm before it leaves.` : '';

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
