import type { PublicFarm } from '#contracts/farm.ts';
import type { Order } from '#contracts/orders.ts';

/** What the buyer can expect. */
export function whatHappensNext(
  { status, on_terms, pay_first, location_option, shipment, phone, reservation, invoices }: Order,
  farm: PublicFarm,
): string {
  const who = phone ?? 'you';
  const delivered = location_option === 'delivery';
  if (pay_first && status === 'pending') return "Please pay the invoice. We'll bag your hops as soon as it is paid.";
  if (reservation?.state === 'held' && status === 'paid')
    return "Your hops are reserved. When they're weighed, you get an email with a link to pay what is left.";
  if (reservation?.state === 'weighed' && status === 'paid' && invoices.some(({ open }) => open > 0))
    return 'Your hops are weighed. Please pay what is left: we emailed you the link.';
  // Nothing waits for the money.
  switch (on_terms && status === 'pending' ? 'paid' : status) {
    case 'pending':
      return "We're confirming your payment. Please don't pay again. Check back here for the result.";
    case 'paid':
      return delivered
        ? `We'll weigh and bag your hops, then call ${who} to arrange a delivery day.`
        : `We'll weigh and bag your hops, then call ${who} when they're ready to pick up.`;
    case 'ready':
      if (shipment && shipment.carrier !== 'own truck') return 'Your hops are bagged, and the carrier brings them.';
      return delivered
        ? "Your hops are bagged. We'll bring them on the agreed day."
        : `Your hops are bagged and waiting for you at ${farm.address.street}, ${farm.address.town}.`;
    case 'completed':
      return 'Nothing left to do but brew.';
    case 'failed':
      return 'This order was not placed and nothing was charged. You can order again anytime.';
    case 'cancelled':
      return `This order was cancelled. Questions? Call us: ${farm.phone}.`;
    case 'refunded':
      return 'The money is on its way back to your card. Your bank may take a few days to show it.';
  }
}
