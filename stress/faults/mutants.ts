// Breaks the protocol in a copy of the code, one place at a time, and expects the other checks to notice.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

type Mutant = { what: string; file: string; find: string; put: string; caughtBy: string[] };

export const all: Mutant[] = [
  {
    what: 'captures the payment before the order is committed',
    file: 'server/charges/charge-once.ts',
    find: 'const committed = await approve(',
    put: 'await card.capture(payment.id, deadline);\n  const committed = await approve(',
    caughtBy: ['matrix', '800'],
  },
  {
    what: 'commits an order that staff canceled',
    file: 'server/orders/order-purpose.ts',
    find: "from: ['pending'], to: 'authorised'",
    put: "from: ['pending', 'cancelled'], to: 'authorised'",
    caughtBy: ['matrix', '1500'],
  },
  {
    what: 'never sweeps',
    file: 'server/charges/sweep.ts',
    find: "if (!provider || provider.name === 'demo') return;",
    put: 'return;',
    caughtBy: ['matrix', '1500'],
  },
  {
    what: 'does not release the stock',
    file: 'server/orders/order-purpose.ts',
    find: "    await restock.all(tx, { order_id: id, reason: 'release' });",
    put: '',
    caughtBy: ['matrix', '200'],
  },
  {
    what: 'keeps the pounds of a harvest though the deposit was not paid',
    file: 'server/reservations/release-reserved.ts',
    find: '  if (reserved) await giveBack(tx, reserved);',
    put: '',
    caughtBy: ['matrix', '400'],
  },
  {
    what: 'reports success before the capture is confirmed',
    file: 'server/charges/charge-once.ts',
    find: "if (captured === 'unknown') return pendingResponse(receipt);",
    put: '',
    caughtBy: ['matrix', '800'],
  },
  {
    what: 'charges the card for an invoice that a check has paid meanwhile',
    file: 'server/invoices/invoice-purpose.ts',
    find: 'invoice.open_cents < charge.amount_cents ? CHANGED : undefined',
    put: 'undefined',
    caughtBy: ['matrix', '1500'],
  },
  {
    what: 'posts the payment of an invoice before it is captured',
    file: 'server/invoices/invoice-purpose.ts',
    find: '    const invoice = await requireInvoice(tx, charge);\n    return',
    put: '    const invoice = await requireInvoice(tx, charge);\n    await invoicePurpose.paid(_shop, tx, charge);\n    return',
    caughtBy: ['matrix', '800'],
  },
  {
    what: 'sells without checking the stock',
    file: 'server/catalog/stock.store.ts',
    find: ".where('stock', '>=', pounds)",
    put: '',
    caughtBy: ['sales', '2'],
  },
  {
    what: 'refunds more than was taken',
    file: 'server/orders/refund-order.ts',
    find: 'if (amount_cents > left) throw',
    put: 'if (amount_cents < 0) throw',
    caughtBy: ['refunds', '40'],
  },
  {
    what: 'writes a refund into its order twice',
    file: 'server/charges/refunds.ts',
    find: 'if (!(await store.setDone(tx, refund.id, { refund_id, next_check_at, done_at: at }, from))) return true;',
    put: 'await store.setDone(tx, refund.id, { refund_id, next_check_at, done_at: at }, from);',
    caughtBy: ['refunds', '1000'],
  },
  {
    what: 'puts pounds back that came back before',
    file: 'server/orders/restock.ts',
    find: 'const out = pounds - returned',
    put: 'const out = pounds + 0 * returned',
    caughtBy: ['refunds', '160'],
  },
  {
    what: 'closes a refund on a 401',
    file: 'server/charges/providers/square.ts',
    find: 'status === 401 || status === 403',
    put: 'status === 403',
    caughtBy: ['refunds', '600'],
  },
  {
    what: 'writes a refund off when a refusal follows a lost reply',
    file: 'server/charges/ask-refund.ts',
    find: "reply.is === 'rejected' && known.isFirst",
    put: "reply.is === 'rejected'",
    caughtBy: ['refunds', '600'],
  },
  {
    what: 'closes a refund as refused though another process has asked for it',
    file: 'server/charges/charge-refunds.store.ts',
    find: ".where('checks', '=', checks)",
    put: '',
    caughtBy: ['refunds', '600'],
  },
  {
    what: 'takes a key for a repeat whatever the body says',
    file: 'server/idempotency/idempotency.ts',
    find: 'request_hash !== claim.request_hash',
    put: 'request_hash === undefined',
    caughtBy: ['refunds', '160'],
  },
  {
    what: 'does what follows from a charge that another process has moved',
    file: 'server/charges/charge-states.ts',
    find: 'if (!hasMoved.value) throw new Overtaken();',
    put: '',
    caughtBy: ['matrix', '1500'],
  },
  {
    what: 'moves a charge whatever its state',
    file: 'server/charges/charges.store.ts',
    find: ".where('state', '=', from)",
    put: '',
    caughtBy: ['matrix', '1500'],
  },
];

/** Returns how many mutants were not caught. */
export async function mutants(): Promise<number> {
  let missed = 0;
  // The unchanged code must pass the checks that catch the mutants.
  const noMutation = { file: 'server/orders/checkout.ts', find: '', put: '' };
  for (const caughtBy of [
    ['matrix', '800'],
    ['sales', '2'],
    ['refunds', '160'],
  ])
    if (isCaught({ ...noMutation, what: '', caughtBy }))
      throw new Error(`faults ${caughtBy.join(' ')} fails without a mutant.`);
  for (const mutant of all) {
    const caught = isCaught(mutant);
    if (!caught) missed += 1;
    console.log(`mutant: ${mutant.what}: ${caught ? 'caught' : 'NOT CAUGHT'}`);
  }
  return missed;
}

function isCaught({ file, find, put, caughtBy }: Mutant): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'mutant-'));
  try {
    for (const part of ['server', 'contracts', 'content', 'cli', 'scripts', 'stress', 'package.json', '.env.example'])
      cpSync(part, join(copy, part), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const source = readFileSync(join(copy, file), 'utf8');
    if (!source.includes(find)) throw new Error(`${file} has changed: "${find}" not found.`);
    writeFileSync(join(copy, file), source.replace(find, put));
    const { status } = spawnSync(process.execPath, ['stress/faults/run-faults.ts', ...caughtBy, 'sqlite'], {
      cwd: copy,
    });
    return status !== 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
