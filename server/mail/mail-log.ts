// What went out, what waits and what failed, for staff.
import type { Person } from '#contracts/accounts.ts';
import { EMAILS_PER_PAGE, type EmailState, type SentEmail } from '#contracts/emails.ts';
import { MAX_ID } from '#contracts/endpoint.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import * as store from './mail.store.ts';

export type MailLog = ReturnType<typeof createMailLog>;

type Deps = { database: Database; audit: AuditWriter; now: Clock; hasMailServer: boolean };
type Row = NonNullable<Awaited<ReturnType<typeof store.find>>>;

export function createMailLog({ database: { db, transaction }, audit, now, hasMailServer }: Deps) {
  return { list, find, sendAgain };

  async function list({ unsent, before }: { unsent?: 'true' | undefined; before?: number | undefined }) {
    const rows = await store.listNewestFirst(db, {
      unsentOnly: unsent !== undefined,
      before: Math.min(before ?? MAX_ID, MAX_ID),
      limit: EMAILS_PER_PAGE + 1,
    });
    const data = rows.slice(0, EMAILS_PER_PAGE).map(describe);
    const older = `/api/emails?${unsent ? 'unsent=true&' : ''}before=${data.at(-1)?.id}`;
    return { data, next_page_url: rows.length > data.length ? older : null, has_mail_server: hasMailServer };
  }

  async function find(id: number) {
    const row = await store.find(db, id);
    if (!row) throw notFound();
    return { data: { ...describe(row), text: row.secret ? null : row.text } };
  }

  function sendAgain(id: number, actor: Person) {
    return transaction([], async (tx) => {
      const row = await store.find(tx, id);
      if (!row) throw notFound();
      if (row.sent_at && row.secret)
        throw conflict('Its link is secret, so we kept no copy. Ask the person to request a new one.');
      const at = now().toISOString();
      const queued = row.sent_at ? await store.insertCopy(tx, row, at) : await store.retry(tx, id, at);
      await audit.record(tx, { actor, action: 'email sent again', subject: `Email ${id}`, subject_id: id });
      return { data: describe(queued) };
    });
  }
}

function describe(row: Omit<Row, 'text' | 'html'>): SentEmail {
  const {
    id,
    recipient,
    subject,
    created_at,
    sent_at,
    next_try_at,
    tries,
    last_error,
    order_id,
    invoice_number,
    secret,
  } = row;
  const state: EmailState = sent_at ? 'sent' : next_try_at ? 'waiting' : 'failed';
  return {
    ...{ id, recipient, subject, created_at, state, sent_at, next_try_at, tries, last_error, order_id },
    invoice: invoice_number,
    secret: secret === 1,
  };
}
