import { expect, test } from 'vitest';
import { toApiError } from './api-error.ts';
import { RequestError } from './request.ts';

test("an API error has the server's message, field errors and current values", () => {
  const body = { errors: { name: ['Name is required.'] }, current: { version: 4 } };

  expect(toApiError(new RequestError('Name is required.', 422, body))).toEqual({
    message: 'Name is required.',
    status: 422,
    ...body,
  });
});

test.each([new RequestError(''), new SyntaxError('Unexpected token in JSON'), 'a string'])(
  'an error without a message for the user is unknown: %s',
  (error) => {
    expect(toApiError(error)).toMatchObject({ message: 'An unknown error occurred.', errors: {} });
  },
);
