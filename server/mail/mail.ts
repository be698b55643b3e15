// Outgoing email: queued in the same transaction as its cause, sent later, and retried unless its address is refused.
import type { Farm } from '#contracts/farm.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { type Email, renderHtml, renderText } from './email-template.ts';
import * as store from './mail.store.ts';
import { type Attachment, isRefusedAddress, type MailTransport } from './mail-transport.ts';

export type Outbox = ReturnType<typeof createOutbox>;

const LEASE_MS = 90_000;
const RETENTION_DAYS = 90;
/** Minutes to wait after each failed attempt. After the last one we give up, as we do at once if the address is refused. */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440];

type Deps = {
  database: Database;
  transport: MailTransport;
  now: Clock;
  farm(): Farm;
  /** Draws an invoice or credit note. */
  attach(invoiceNumber: number): Promise<Attachment | undefined>;
  report(error: Error, what: string): void;
};

export function createOutbox({ database, transport, now, farm, attach, report }: Deps) {
  const { db, transaction } = database;
  return { queue, discard, deliverDue, cleanUp };

  /** Queues in the caller's transaction, so there is never an email about something that did not happen. */
  async function queue(tx: Db, ...emails: Email[]): Promise<void> {
    await queueEmails(tx, { now: now(), farm: farm() }, emails);
  }

  /** Drops what a subscriber no longer wants, unless it is on its way. */
  async function discard(tx: Db, unsubscribeUrl: string): Promise<void> {
    await store.removeUnsent(tx, unsubscribeUrl, now().toISOString());
  }

  async function deliverDue(): Promise<void> {
    for (const id of await store.listDue(db, now().toISOString())) await deliverOne(id);
  }

  async function deliverOne(id: number): Promise<void> {
    const until = new Date(now().getTime() + LEASE_MS).toISOString();
    const mail = await transaction([], (tx) => store.lease(tx, id, { now: now().toISOString(), until }));
    if (!mail) return;
    try {
      const attachment = mail.invoice_number === null ? undefined : await attach(mail.invoice_number);
      await transport.deliver(mail, attachment);
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      const delay = isRefusedAddress(error) ? undefined : RETRY_MINUTES[mail.tries];
      const next_try_at = delay === undefined ? null : new Date(now().getTime() + delay * 60_000).toISOString();
      await transaction([], (tx) =>
        store.markFailed(tx, id, { tries: mail.tries + 1, last_error: reason.message.slice(0, 500), next_try_at }),
      );
      report(redactAddress(error), next_try_at ? `Email ${id} will be retried.` : `Gave up on email ${id}.`);
      return;
    }
    await transaction([], (tx) => store.markSent(tx, id, now().toISOString()));
  }

  async function cleanUp(): Promise<void> {
    const before = new Date(now().getTime() - RETENTION_DAYS * 86_400_000).toISOString();
    await transaction([], (tx) => store.removeSent(tx, before));
  }
}

/** For commands, which leave the sending to the shop. */
export async function queueEmails(tx: Db, { now, farm }: { now: Date; farm: Farm }, emails: Email[]): Promise<void> {
  if (emails.length === 0) return;
  const at = now.toISOString();
  const mails = emails.map((email) => ({
    recipient: email.recipient,
    subject: email.subject,
    text: renderText(email, farm),
    html: renderHtml(email, farm),
    secret: email.secret ? 1 : 0,
    order_id: email.orderId ?? null,
    invoice_number: email.invoiceNumber ?? null,
    unsubscribe_url: email.unsubscribeUrl ?? null,
    calendar: email.calendar ?? null,
    created_at: at,
    next_try_at: at,
  }));
  await store.insert(tx, { emails: mails });
}

/** The server's error message contains the recipient, so only its codes are logged. */
function redactAddress(error: unknown): Error {
  const { code = 'no code', responseCode = 'no response' } = Object(error);
  return new Error(`The email was not accepted: ${code}, ${responseCode}.`);
}
