import { beforeEach, expect, test, vi } from 'vitest';
import { readLoginRedirect } from './session.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('window', { sessionStorage });
});

test('the login page hears why somebody was sent there, and from where', () => {
  sessionStorage.setItem('sentToLogin', '{"why":"session","from":"/orders"}');

  expect(readLoginRedirect()).toEqual({ why: 'session', from: '/orders' });
});

test.each(['{"why":', 'null', '7', '{"why":"moon","from":"/orders"}', '{"why":"session"}'])(
  '%s was not left there by this version, and nobody was sent',
  (text) => {
    sessionStorage.setItem('sentToLogin', text);

    expect(readLoginRedirect()).toBeUndefined();
  },
);
