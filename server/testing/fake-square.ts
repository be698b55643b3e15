// Square's Payments API over the wire, in memory, with the provider's test tokens. Told to, it misbehaves in every way
// a provider or a network can. Written from the provider's public documentation.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

export type SquareCall = 'create' | 'complete' | 'cancel' | 'cancel by key' | 'get' | 'list' | 'refund' | 'get refund';

export type Fault =
  | 'slow'
  | 'dropped before recording'
  | 'dropped after recording'
  | '500 before recording'
  | '500 after recording'
  | '429'
  | 'malformed'
  | 'empty'
  | 'wrong amount'
  | 'wrong reference'
  | 'duplicate'
  | 'late';

export const faults: Fault[] = [
  'slow',
  'dropped before recording',
  'dropped after recording',
  '500 before recording',
  '500 after recording',
  '429',
  'malformed',
  'empty',
  'wrong amount',
  'wrong reference',
  'duplicate',
  'late',
];

export type FakePayment = {
  id: string;
  status: 'APPROVED' | 'COMPLETED' | 'CANCELED';
  amount: number;
  refunded: number;
  reference: string;
  key: string;
  created_at: string;
};

export const squareSettings = {
  SQUARE_APPLICATION_ID: 'sandbox-app',
  SQUARE_LOCATION_ID: 'BARN',
  SQUARE_ACCESS_TOKEN: 'a secret of the till',
  SQUARE_ENVIRONMENT: 'sandbox',
};

const declines: Record<string, [status: number, code: string]> = {
  'cnon:card-nonce-declined': [402, 'GENERIC_DECLINE'],
  'cnon:card-nonce-rejected-cvv': [402, 'CVV_FAILURE'],
  'cnon:card-nonce-rejected-postalcode': [402, 'ADDRESS_VERIFICATION_FAILURE'],
  'cnon:card-nonce-rejected-expiration': [400, 'INVALID_EXPIRATION'],
  'cnon:card-nonce-already-used': [400, 'CARD_TOKEN_USED'],
};

type Options = {
  now?: () => Date;
  /** How long a slow answer, or a late request, takes. */
  slowMs?: number;
  port?: number;
};
type Answer = { status: number; body: unknown };

export async function startFakeSquare({ now = () => new Date(), slowMs = 400, port = 0 }: Options = {}) {
  const payments = new Map<string, FakePayment>();
  const refunds = new Map<
    string,
    { id: string; payment: string; amount: number; status: 'PENDING' | 'COMPLETED' | 'FAILED' }
  >();
  const fake = {
    payments,
    refunds,
    calls: [] as SquareCall[],
    url: '',
    /** Decides for each call how it goes wrong, if it does. */
    faultOf: (_call: SquareCall): Fault | undefined => undefined,
    /** What others do while a call is on its way. */
    meanwhile: async (_call: SquareCall): Promise<void> => {},
    /** Hears of each call before and after it is recorded: a test may kill somebody then. */
    onCall: (_call: SquareCall, _moment: 'before' | 'recorded' | 'answered') => {},
    /** When the requests that are late have arrived. */
    allArrived: async () => void (await Promise.all(onTheirWay.splice(0))),
    close,
  };
  const onTheirWay: Promise<unknown>[] = [];

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${Object(server.address()).port}`;
  return fake;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://square');
    const call = callOf(request.method ?? '', pathname);
    if (request.headers.authorization !== `Bearer ${squareSettings.SQUARE_ACCESS_TOKEN}`)
      return send(response, error(401, 'UNAUTHORIZED'));
    if (!call) return send(response, error(404, 'NOT_FOUND'));
    const body = request.method === 'POST' ? Object(await json(request)) : {};
    const perform = () => performed(call, pathname, searchParams, body);
    fake.calls.push(call);
    fake.onCall(call, 'before');
    await fake.meanwhile(call);
    const fault = fake.faultOf(call);
    switch (fault) {
      case 'dropped before recording':
        return void request.socket.destroy();
      case '500 before recording':
        return send(response, error(500, 'INTERNAL_SERVER_ERROR'));
      case '429':
        return send(response, error(429, 'RATE_LIMITED'));
      case 'late':
        onTheirWay.push(new Promise((resolve) => setTimeout(() => resolve(perform()), slowMs)));
        return void request.socket.destroy();
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, slowMs));
    }
    const done = perform();
    if (fault === 'duplicate') perform();
    fake.onCall(call, 'recorded');
    switch (fault) {
      case 'dropped after recording':
        return void request.socket.destroy();
      case '500 after recording':
        return send(response, error(500, 'INTERNAL_SERVER_ERROR'));
      case 'malformed':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"payment": {"id": "x",');
      case 'empty':
        return send(response, { status: 200, body: {} });
      case 'wrong amount':
        return send(response, changed(done, { amount_money: { amount: 1, currency: 'USD' } }));
      case 'wrong reference':
        return send(response, changed(done, { reference_id: 'somebody else' }));
    }
    send(response, done);
    fake.onCall(call, 'answered');
  }

  function performed(call: SquareCall, path: string, query: URLSearchParams, body: Record<string, unknown>): Answer {
    const [, id = ''] = /^\/v2\/payments\/([^/]+)/.exec(path) ?? [];
    switch (call) {
      case 'create':
        return create(body);
      case 'complete':
        return turn(id, 'COMPLETED', 'APPROVED');
      case 'cancel':
        return turn(id, 'CANCELED', 'APPROVED');
      case 'cancel by key': {
        const payment = [...payments.values()].find(({ key }) => key === body.idempotency_key);
        if (payment?.status === 'COMPLETED') return error(400, 'BAD_REQUEST');
        if (payment) payment.status = 'CANCELED';
        return { status: 200, body: {} };
      }
      case 'get': {
        const payment = payments.get(id);
        return payment ? { status: 200, body: { payment: shown(payment) } } : error(404, 'NOT_FOUND');
      }
      case 'list': {
        const begin = query.get('begin_time') ?? '';
        const found = [...payments.values()].filter(({ created_at }) => created_at >= begin);
        const from = Number(query.get('cursor') ?? 0);
        const page = found.slice(from, from + 100).map(shown);
        return {
          status: 200,
          body: { payments: page, ...(found.length > from + 100 && { cursor: String(from + 100) }) },
        };
      }
      case 'refund':
        return refund(body);
      case 'get refund': {
        const made = [...refunds.values()].find((each) => path.endsWith(each.id));
        return made ? { status: 200, body: { refund: made } } : error(404, 'NOT_FOUND');
      }
    }
  }

  function create(body: Record<string, unknown>): Answer {
    const key = String(body.idempotency_key);
    const existing = [...payments.values()].find((payment) => payment.key === key);
    if (existing) return { status: 200, body: { payment: shown(existing) } };
    const decline = declines[String(body.source_id)];
    if (decline) return error(...decline);
    const payment: FakePayment = {
      id: `pay${randomBytes(9).toString('hex')}`,
      status: body.autocomplete === false ? 'APPROVED' : 'COMPLETED',
      amount: Number(Object(body.amount_money).amount),
      refunded: 0,
      reference: String(body.reference_id),
      key,
      created_at: now().toISOString(),
    };
    payments.set(payment.id, payment);
    return { status: 200, body: { payment: shown(payment) } };
  }

  function turn(id: string, to: FakePayment['status'], from: FakePayment['status']): Answer {
    const payment = payments.get(id);
    if (!payment) return error(404, 'NOT_FOUND');
    if (payment.status !== from && payment.status !== to) return error(400, 'BAD_REQUEST');
    payment.status = to;
    return { status: 200, body: { payment: shown(payment) } };
  }

  function refund(body: Record<string, unknown>): Answer {
    const key = String(body.idempotency_key);
    const amount = Number(Object(body.amount_money).amount);
    const payment = payments.get(String(body.payment_id));
    const known = refunds.get(key);
    if (known) return { status: 200, body: { refund: known } };
    if (payment?.status !== 'COMPLETED' || payment.refunded + amount > payment.amount)
      return error(400, 'REFUND_AMOUNT_INVALID');
    payment.refunded += amount;
    const made = {
      id: `ref${randomBytes(9).toString('hex')}`,
      payment: payment.id,
      amount,
      status: 'PENDING' as const,
    };
    refunds.set(key, made);
    return { status: 200, body: { refund: made } };
  }

  function close(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
}

function callOf(method: string, path: string): SquareCall | undefined {
  if (path === '/v2/refunds') return 'refund';
  if (path.startsWith('/v2/refunds/')) return 'get refund';
  if (path === '/v2/payments') return method === 'POST' ? 'create' : 'list';
  if (path === '/v2/payments/cancel') return 'cancel by key';
  if (/^\/v2\/payments\/[^/]+$/.test(path)) return 'get';
  if (/^\/v2\/payments\/[^/]+\/complete$/.test(path)) return 'complete';
  return /^\/v2\/payments\/[^/]+\/cancel$/.test(path) ? 'cancel' : undefined;
}

function shown({ id, status, amount, refunded, reference, created_at }: FakePayment) {
  const money = (value: number) => ({ amount: value, currency: 'USD' });
  return {
    ...{ id, status, created_at, reference_id: reference, location_id: squareSettings.SQUARE_LOCATION_ID },
    ...{ amount_money: money(amount), refunded_money: money(refunded) },
    card_details: { card: { card_brand: 'VISA', last_4: '1111' } },
  };
}

function changed({ status, body }: Answer, payment: object): Answer {
  const made = Object(body);
  return { status, body: made.payment ? { payment: { ...made.payment, ...payment } } : body };
}

const error = (status: number, code: string): Answer => ({
  status,
  body: { errors: [{ category: status === 402 ? 'PAYMENT_METHOD_ERROR' : 'API_ERROR', code, detail: code }] },
});

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
