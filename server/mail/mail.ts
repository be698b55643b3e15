// Outgoing mail: written into the database with what it is about, sent afterwards, tried again until it is through.
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { htmlOf, type Letter, textOf } from './email-template.ts';
import * as store from './mail.store.ts';
import type { PostOffice } from './mail-transport.ts';

export type MailBox = ReturnType<typeof createMail>;

const LEASE_MS = 90_000;
const KEPT_DAYS = 90;
/** Minutes to wait after each failed try; after the last one it is given up, and `npm run mail` shows it. */
const WAITS = [1, 5, 15, 60, 180, 360, 720, 1440];

type Parts = { database: Database; postOffice: PostOffice; now: Clock; report(error: Error, what: string): void };

export function createMail({ database, postOffice, now, report }: Parts) {
  const { db, change } = database;
  return { queue, deliver, tidy };

  /** In the transaction that gives the reason: no mail about what did not happen. */
  async function queue(tx: Db, ...letters: Letter[]): Promise<void> {
    const at = now().toISOString();
    const mails = letters.map((letter) => ({
      ...{ recipient: letter.recipient, subject: letter.subject, text: textOf(letter), html: htmlOf(letter) },
      ...{ created_at: at, next_try_at: at },
    }));
    await store.insert(tx, { mails });
  }

  async function deliver(): Promise<void> {
    for (const id of await store.due(db, now().toISOString())) await deliverOne(id);
  }

  async function deliverOne(id: number): Promise<void> {
    const until = new Date(now().getTime() + LEASE_MS).toISOString();
    const mail = await change([], (tx) => store.lease(tx, id, { now: now().toISOString(), until }));
    if (!mail) return;
    try {
      await postOffice.deliver(mail);
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      const wait = WAITS[mail.tries];
      const next_try_at = wait === undefined ? null : new Date(now().getTime() + wait * 60_000).toISOString();
      await change([], (tx) =>
        store.markFailed(tx, id, { tries: mail.tries + 1, last_error: reason.message.slice(0, 500), next_try_at }),
      );
      report(withoutAddress(error), next_try_at ? `Mail ${id} will be tried again.` : `Mail ${id} was given up.`);
      return;
    }
    await change([], (tx) => store.markSent(tx, id, now().toISOString()));
  }

  async function tidy(): Promise<void> {
    const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
    await change([], (tx) => store.removeSent(tx, before));
  }
}

/** The server's words name the recipient; the log gets its codes. */
function withoutAddress(error: unknown): Error {
  const { code = 'no code', responseCode = 'no answer' } = Object(error);
  return new Error(`The mail was not taken: ${code}, ${responseCode}.`);
}
