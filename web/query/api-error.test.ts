import { expect, test } from 'vitest';
import { toApiError } from './api-error.ts';
import { RequestError } from './request.ts';

test('a refusal is what the server said: in general, of single fields, and what there is now', () => {
  const said = { errors: { name: ['Name is required.'] }, current: { version: 4 } };

  expect(toApiError(new RequestError('Name is required.', 422, said))).toEqual({
    message: 'Name is required.',
    status: 422,
    ...said,
  });
});

test.each([new RequestError(''), new SyntaxError('Unexpected token in JSON'), 'a string'])(
  'what has no words for a person is an unknown error: %s',
  (error) => {
    expect(toApiError(error)).toMatchObject({ message: 'An unknown error occurred.', errors: {} });
  },
);
