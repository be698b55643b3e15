import { beforeEach, expect, test, vi } from 'vitest';
import { readLoginRedirect } from './session.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('window', { sessionStorage });
});

test('the login page knows why it was opened and from where', () => {
  sessionStorage.setItem('sentToLogin', '{"reason":"session","from":"/orders"}');

  expect(readLoginRedirect()).toEqual({ reason: 'session', from: '/orders' });
});

test.each(['{"reason":', 'null', '7', '{"reason":"moon","from":"/orders"}', '{"reason":"session"}'])(
  'invalid stored redirect %s is ignored',
  (text) => {
    sessionStorage.setItem('sentToLogin', text);

    expect(readLoginRedirect()).toBeUndefined();
  },
);
