import type { ResponseOf } from '#contracts/endpoints.ts';
import { messageOr, requestJson } from '#web/query/request.ts';
import { bearerHeader } from '#web/session/session.ts';

/** The idempotency key makes sure that it is taken once. */
export async function takeOrder(key: string, order: object): Promise<ResponseOf<'POST /api/orders/desk'>> {
  const headers = { ...bearerHeader(), 'content-type': 'application/json', 'idempotency-key': key };
  const init = { method: 'POST', headers, body: JSON.stringify(order) };
  // The contract says what it returns.
  return (await requestJson(
    '/api/orders/desk',
    init,
    messageOr('Request failed'),
  )) as ResponseOf<'POST /api/orders/desk'>;
}
