import { expect, test } from 'vitest';
import { trackingUrl } from './carriers.ts';

test.each([
  ['UPS', '1Z 999-AA1', 'https://www.ups.com/track?tracknum=1Z999AA1'],
  ['USPS', '9400 1000', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94001000'],
  ['FedEx', '771234567890', 'https://www.fedex.com/fedextrack/?trknbr=771234567890'],
  ['other', '12345', undefined],
  ['own truck', null, undefined],
] as const)('%s %s is tracked at %s', (carrier, tracking_number, url) => {
  expect(trackingUrl({ carrier, tracking_number })).toBe(url);
});
