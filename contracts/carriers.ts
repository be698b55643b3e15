// Who brings an order, and where the carrier shows the way of a parcel.

export const carriers = ['UPS', 'USPS', 'FedEx', 'other', 'own truck'] as const;
export type Carrier = (typeof carriers)[number];
export type Shipped = { carrier: Carrier; tracking_number: string | null };

export const carrierNames: Record<Carrier, string> = {
  UPS: 'UPS',
  USPS: 'USPS',
  FedEx: 'FedEx',
  other: 'Another carrier',
  'own truck': 'Our own truck',
};

/** The carrier's page about this parcel. */
export function trackingUrl({ carrier, tracking_number }: Shipped): string | undefined {
  const page = pages[carrier];
  return page && tracking_number ? page + encodeURIComponent(tracking_number.replaceAll(/[ -]/g, '')) : undefined;
}

const pages: Partial<Record<Carrier, string>> = {
  UPS: 'https://www.ups.com/track?tracknum=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
};
