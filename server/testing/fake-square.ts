// An in-memory server for Square's Payments API with its test tokens. It can be told to fail in every way a provider or a
// network can. Written from Square's public documentation.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

export type SquareCall =
  | 'create'
  | 'complete'
  | 'cancel'
  | 'cancel by key'
  | 'get'
  | 'list'
  | 'refund'
  | 'get refund'
  | 'get dispute';

/** Statuses that refuse a request, and say nothing about an earlier one whose reply was lost. */
export const refusals = ['401', '403', '400', '404', '429'] as const;
export type Refusal = (typeof refusals)[number];

export type Fault =
  | Refusal
  | '401 after recording'
  | '403 after recording'
  | 'slow'
  | 'dropped before recording'
  | 'dropped after recording'
  | '500 before recording'
  | '500 after recording'
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
  '401 after recording',
  '403 after recording',
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
  /** What Square keeps; reported some time after the capture. */
  fee?: number;
  reference: string;
  key: string;
  created_at: string;
};

type FakeRefund = {
  id: string;
  payment: string;
  amount: number;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
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
  // Codes that the shop has no text for.
  'cnon:card-nonce-unlisted': [402, 'A_CODE_OF_NEXT_YEAR'],
  'cnon:card-nonce-unauthorized': [401, 'UNAUTHORIZED'],
  'cnon:card-nonce-bad-email': [400, 'INVALID_EMAIL_ADDRESS'],
};

const refusalCodes: Record<Refusal, string> = {
  '401': 'UNAUTHORIZED',
  '403': 'INSUFFICIENT_SCOPES',
  '400': 'BAD_REQUEST',
  '404': 'NOT_FOUND',
  '429': 'RATE_LIMITED',
};

type Options = {
  now?: () => Date;
  /** Delay of slow responses and late requests. */
  slowMs?: number;
  port?: number;
};
type Reply = { status: number; body: unknown };

export type FakeSquare = Awaited<ReturnType<typeof startFakeSquare>>;

export async function startFakeSquare({ now = () => new Date(), slowMs = 400, port = 0 }: Options = {}) {
  const payments = new Map<string, FakePayment>();
  const refunds = new Map<string, FakeRefund>();
  const disputes = new Map<string, object>();
  const fake = {
    /** As in Square's documentation, by id. */
    disputes,
    payments,
    refunds,
    /** Set to false, it gives back more than it took, so that only the shop's own limit holds. */
    limitsRefunds: true,
    calls: [] as SquareCall[],
    url: '',
    /** Chooses the fault for each call, if any. A refund comes with the id of its payment. */
    faultOf: (_call: SquareCall, _paymentId?: string): Fault | undefined => undefined,
    /** Runs while a call is in progress, to simulate concurrent activity. */
    duringCall: async (_call: SquareCall): Promise<void> => {},
    /** Called before and after each call is recorded, for example to kill the shop at that moment. */
    onCall: (_call: SquareCall, _moment: 'before' | 'recorded' | 'responded') => {},
    /** Resolves when all late requests have been processed. */
    allArrived: async () => void (await Promise.all(late.splice(0))),
    close,
  };
  const late: Promise<unknown>[] = [];

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${Object(server.address()).port}`;
  return fake;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://square');
    const call = callOf(request.method ?? '', pathname);
    if (request.headers.authorization !== `Bearer ${squareSettings.SQUARE_ACCESS_TOKEN}`)
      return send(response, error(401, 'UNAUTHORIZED'));
    if (!call) return send(response, error(404, 'NOT_FOUND'));
    const body = request.method === 'POST' ? Object(await json(request)) : {};
    const run = () => perform(call, pathname, searchParams, body);
    fake.calls.push(call);
    fake.onCall(call, 'before');
    await fake.duringCall(call);
    const fault = fake.faultOf(call, call === 'refund' ? String(body.payment_id) : undefined);
    switch (fault) {
      case 'dropped before recording':
        return void request.socket.destroy();
      case '500 before recording':
        return send(response, error(500, 'INTERNAL_SERVER_ERROR'));
      case '401':
      case '403':
      case '400':
      case '404':
      case '429':
        return send(response, error(Number(fault), refusalCodes[fault]));
      case 'late':
        late.push(new Promise((resolve) => setTimeout(() => resolve(run()), slowMs)));
        return void request.socket.destroy();
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, slowMs));
    }
    const reply = run();
    if (fault === 'duplicate') run();
    fake.onCall(call, 'recorded');
    switch (fault) {
      case 'dropped after recording':
        return void request.socket.destroy();
      case '500 after recording':
        return send(response, error(500, 'INTERNAL_SERVER_ERROR'));
      case '401 after recording':
        return send(response, error(401, refusalCodes['401']));
      case '403 after recording':
        return send(response, error(403, refusalCodes['403']));
      case 'malformed':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"payment": {"id": "x",');
      case 'empty':
        return send(response, { status: 200, body: {} });
      case 'wrong amount':
        return send(response, withPayment(reply, { amount_money: { amount: 1, currency: 'USD' } }));
      case 'wrong reference':
        return send(response, withPayment(reply, { reference_id: 'another order' }));
    }
    send(response, reply);
    fake.onCall(call, 'responded');
  }

  function perform(call: SquareCall, path: string, query: URLSearchParams, body: Record<string, unknown>): Reply {
    const [, id = ''] = /^\/v2\/payments\/([^/]+)/.exec(path) ?? [];
    switch (call) {
      case 'create':
        return create(body);
      case 'complete':
        return changeStatus(id, 'COMPLETED', 'APPROVED');
      case 'cancel':
        return changeStatus(id, 'CANCELED', 'APPROVED');
      case 'cancel by key': {
        const payment = [...payments.values()].find(({ key }) => key === body.idempotency_key);
        if (payment?.status === 'COMPLETED') return error(400, 'BAD_REQUEST');
        if (payment) payment.status = 'CANCELED';
        return { status: 200, body: {} };
      }
      case 'get': {
        const payment = payments.get(id);
        return payment ? { status: 200, body: { payment: describe(payment) } } : error(404, 'NOT_FOUND');
      }
      case 'list': {
        const begin = query.get('begin_time') ?? '';
        const end = query.get('end_time') ?? '9';
        const matches = [...payments.values()]
          .filter(({ created_at }) => created_at >= begin && created_at < end)
          .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
        const from = Number(query.get('cursor') ?? 0);
        const next = from + Number(query.get('limit') ?? 100);
        const page = matches.slice(from, next).map(describe);
        return { status: 200, body: { payments: page, ...(matches.length > next && { cursor: String(next) }) } };
      }
      case 'get dispute': {
        const dispute = disputes.get(path.slice('/v2/disputes/'.length));
        return dispute ? { status: 200, body: { dispute } } : error(404, 'NOT_FOUND');
      }
      case 'refund':
        return refund(body);
      case 'get refund': {
        const existing = [...refunds.values()].find((each) => path.endsWith(each.id));
        return existing ? { status: 200, body: { refund: refundToJson(existing) } } : error(404, 'NOT_FOUND');
      }
    }
  }

  function describe(payment: FakePayment) {
    const own = [...refunds.values()].filter((refund) => refund.payment === payment.id);
    return toJson(
      payment,
      own.map(({ id }) => id),
    );
  }

  function create(body: Record<string, unknown>): Reply {
    const key = String(body.idempotency_key);
    const existing = [...payments.values()].find((payment) => payment.key === key);
    if (existing) return { status: 200, body: { payment: describe(existing) } };
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
    return { status: 200, body: { payment: describe(payment) } };
  }

  function changeStatus(id: string, to: FakePayment['status'], from: FakePayment['status']): Reply {
    const payment = payments.get(id);
    if (!payment) return error(404, 'NOT_FOUND');
    if (payment.status !== from && payment.status !== to) return error(400, 'BAD_REQUEST');
    payment.status = to;
    return { status: 200, body: { payment: describe(payment) } };
  }

  function refund(body: Record<string, unknown>): Reply {
    const key = String(body.idempotency_key);
    const amount = Number(Object(body.amount_money).amount);
    const payment = payments.get(String(body.payment_id));
    const existing = refunds.get(key);
    if (existing) return { status: 200, body: { refund: refundToJson(existing) } };
    if (payment?.status !== 'COMPLETED' || (fake.limitsRefunds && payment.refunded + amount > payment.amount))
      return error(400, 'REFUND_AMOUNT_INVALID');
    payment.refunded += amount;
    const created = {
      id: `ref${randomBytes(9).toString('hex')}`,
      payment: payment.id,
      amount,
      status: 'PENDING' as const,
      created_at: now().toISOString(),
    };
    refunds.set(key, created);
    return { status: 200, body: { refund: refundToJson(created) } };
  }

  function close(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
}

function callOf(method: string, path: string): SquareCall | undefined {
  if (path.startsWith('/v2/disputes/')) return 'get dispute';
  if (path === '/v2/refunds') return 'refund';
  if (path.startsWith('/v2/refunds/')) return 'get refund';
  if (path === '/v2/payments') return method === 'POST' ? 'create' : 'list';
  if (path === '/v2/payments/cancel') return 'cancel by key';
  if (/^\/v2\/payments\/[^/]+$/.test(path)) return 'get';
  if (/^\/v2\/payments\/[^/]+\/complete$/.test(path)) return 'complete';
  return /^\/v2\/payments\/[^/]+\/cancel$/.test(path) ? 'cancel' : undefined;
}

const money = (amount: number) => ({ amount, currency: 'USD' });

const refundToJson = ({ id, payment, amount, status, created_at }: FakeRefund) => ({
  id,
  status,
  created_at,
  payment_id: payment,
  location_id: squareSettings.SQUARE_LOCATION_ID,
  amount_money: money(amount),
});

function toJson({ id, status, amount, refunded, fee, reference, created_at }: FakePayment, refundIds: string[]) {
  return {
    id,
    status,
    created_at,
    reference_id: reference,
    location_id: squareSettings.SQUARE_LOCATION_ID,
    amount_money: money(amount),
    refunded_money: money(refunded),
    ...(refundIds.length > 0 && { refund_ids: refundIds }),
    ...(fee !== undefined && { processing_fee: [{ type: 'INITIAL', amount_money: money(fee) }] }),
    card_details: { card: { card_brand: 'VISA', last_4: '1111' } },
  };
}

function withPayment({ status, body }: Reply, changes: object): Reply {
  const { payment } = Object(body);
  return { status, body: payment ? { payment: { ...payment, ...changes } } : body };
}

const error = (status: number, code: string): Reply => ({
  status,
  body: { errors: [{ category: status === 402 ? 'PAYMENT_METHOD_ERROR' : 'API_ERROR', code, detail: code }] },
});

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
