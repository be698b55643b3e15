import { expect, test } from 'vitest';
import { zipInAddress } from './zip-in-address.ts';

test.each([
  ['412 Second Street, Rio Vista, CA 94571', '94571'],
  ['412 Second Street, Rio Vista, CA 94571-1234', '94571'],
  ['41234 Levee Road\nRio Vista, CA 94571, USA', '94571'],
  ['41234 Levee Road, Rio Vista', '41234'],
  ['1 Levee Road, Rio Vista', undefined],
  ['', undefined],
])('finds the ZIP code of %s', (address, zip) => {
  expect(zipInAddress(address)).toBe(zip);
});
