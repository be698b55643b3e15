import { expect, test } from 'vitest';
import { queryErrorText } from './request.ts';

test.each([
  [503, 'Out of hops', '503: Out of hops'],
  [503, '', '503: Service Unavailable'],
  [599, '', '599: Server Error'],
  [422, '', '422: {"message":"No."}'],
])('status %i with the text %j reads %j', (status, statusText, expected) => {
  expect(queryErrorText({ status, statusText, body: '{"message":"No."}' })).toBe(expected);
});
