// Subscriptions to emails: an address gets nothing but one link until its owner has followed it, and each email has a link that
// ends it.
import { alertPath } from '#contracts/alert-path.ts';
import type { Subscription } from '#contracts/alerts.ts';
import type { Product } from '#contracts/catalog.ts';
import type { Harvest } from '#contracts/harvests.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { HttpError, notFound } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import type { Attempt, RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { newToken } from '#server/secret-token.ts';
import { confirmEmail } from './alert-emails.ts';
import * as store from './subscriptions.store.ts';

export type Subscriptions = ReturnType<typeof createSubscriptions>;

const perAddress: RateLimit = { name: 'alerts from an address', max: 20, minutes: 60 };
/** Anyone can type anyone's email. A mailbox that has this many links gets no more that day. */
const perMailbox: RateLimit = { name: 'alert links to a mailbox', max: 5, minutes: 24 * 60 };
const ASK_AGAIN_MINUTES = 15;
const UNCONFIRMED_DAYS = 7;
const MESSAGE = 'Check your inbox: the link in our email confirms your address.';

type Deps = {
  database: Database;
  rateLimits: RateLimits;
  outbox: Outbox;
  sender(): Sender;
  now: Clock;
  findProduct(db: Db, id: number): Promise<Pick<Product, 'name'> | undefined>;
  findHarvest(db: Db, id: number): Promise<Pick<Harvest, 'hop'> | undefined>;
};
type Request = { email: string; product_id?: number | undefined; harvest_id?: number | undefined };

export function createSubscriptions({ database, rateLimits, outbox, sender, now, findProduct, findHarvest }: Deps) {
  const { db, transaction } = database;
  return { ask, find, confirm, stop, cleanUp };

  /** The answer is the same for an address that is subscribed already, so it tells a stranger nothing. */
  async function ask(request: Request, address: string) {
    const email = request.email.toLowerCase();
    const about = { product_id: request.product_id ?? null, harvest_id: request.harvest_id ?? null };
    const mailbox = { rule: perMailbox, who: email };
    await rateLimits.consume({ rule: perAddress, who: address });
    const wish = await describeWish(about);
    if (!(await mayEmail(mailbox))) return { message: MESSAGE };
    const asked = await transaction([], async (tx) => {
      const at = now().toISOString();
      const before = earlier(ASK_AGAIN_MINUTES * 60_000);
      const subscription =
        (await store.insert(tx, { email, ...about, token: newToken(), asked_at: at })) ??
        (await store.askAgain(tx, { email, ...about, at, before }));
      if (subscription) await outbox.queue(tx, confirmEmail({ email, wish, link: linkTo(subscription.token) }));
      return subscription !== undefined;
    });
    if (!asked) await rateLimits.undo(mailbox);
    return { message: MESSAGE };
  }

  /** Counts before the link is sent: requests at the same time would all get past a limit that is counted afterwards. */
  async function mayEmail(mailbox: Attempt): Promise<boolean> {
    try {
      await rateLimits.consume(mailbox);
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) return false;
      throw error;
    }
  }

  /** Ends the sentence "Email me ...". */
  async function describeWish({ product_id, harvest_id }: store.About): Promise<string> {
    if (harvest_id !== null) {
      const harvest = await findHarvest(db, harvest_id);
      if (!harvest) throw notFound('Harvest not found.');
      return `if the day of the ${harvest.hop} harvest changes`;
    }
    if (product_id === null) return `with news from ${sender().farm.brand}`;
    const product = await findProduct(db, product_id);
    if (!product) throw notFound('Product not found.');
    return `when ${product.name} is back`;
  }

  async function find(token: string): Promise<{ data: Subscription }> {
    const found = await store.find(db, token);
    if (!found) return { data: { state: 'none', hop: null, harvest_on: null } };
    const { name, slug, expected_on, confirmed_at } = found;
    const hop = name && slug ? { name, slug } : null;
    return { data: { state: confirmed_at ? 'confirmed' : 'asked', hop, harvest_on: expected_on } };
  }

  async function confirm(token: string) {
    await transaction([], (tx) => store.confirm(tx, token, now().toISOString()));
    return find(token);
  }

  async function stop(token: string) {
    await transaction([], async (tx) => {
      await store.remove(tx, token);
      await outbox.discard(tx, linkTo(token));
    });
    return find(token);
  }

  async function cleanUp(): Promise<void> {
    await transaction([], async (tx) => {
      await store.removeUnconfirmed(tx, earlier(UNCONFIRMED_DAYS * 86_400_000));
      await store.removeForDeletedProducts(tx);
    });
  }

  function linkTo(token: string): string {
    return sender().siteUrl + alertPath(token);
  }

  function earlier(ms: number): string {
    return new Date(now().getTime() - ms).toISOString();
  }
}
