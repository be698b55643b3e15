// Notices that this database is a copy, while the original may still be selling with the same provider account. Each of
// the two would refund the other's sales, so a copy takes and settles no payments until staff confirm that it is alone.
import type { CardProvider } from '#server/charges/providers/provider.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { findState, setState } from '#server/database/shop-state.store.ts';
import * as alertStore from './payment-alerts.store.ts';
import { raiseAlert, shopAlert } from './payment-alerts.ts';

/** Restoring a backup removes it: the restore command has asked already. */
const HOME = 'payments home';

const COPY_ALERT =
  'This database is a copy of another one. Payments are paused, because two shops with one provider account would refund ' +
  'each other’s sales. If the other shop is gone for good, mark this as settled, and payments resume';

type Deps = {
  database: Database;
  provider: CardProvider | undefined;
  now: Clock;
  report(error: Error, what: string): void;
};

export type CopyGuard = ReturnType<typeof createCopyGuard>;

export function createCopyGuard(deps: Deps) {
  const { database, provider } = deps;
  let isHome = false;
  return { isSuspended, confirm, isCopyAlert: (what: string) => what === COPY_ALERT };

  /** Whether payments are paused. Once they are not, that holds as long as the process runs. */
  async function isSuspended(): Promise<boolean> {
    if (isHome || !provider || provider.name === 'demo') return false;
    const here = await describeHome(provider);
    const home = await database.transaction([], async (tx) => {
      const known = await findState(tx, HOME);
      // Another provider account: a test copy, which cannot touch the original's payments.
      if (known && known.split(ACCOUNT)[1] !== provider.account)
        return isSamePlace(known, here) ? move(tx, here) : here;
      return known ?? move(tx, here);
    });
    isHome = home === here;
    if (!isHome) await raiseAlert(deps, shopAlert(COPY_ALERT), alertStore.raiseAgain);
    return !isHome;
  }

  /** Staff say that the original is gone. */
  async function confirm(tx: Db): Promise<void> {
    if (provider) await move(tx, await describeHome(provider));
  }

  async function describeHome({ account }: CardProvider): Promise<string> {
    return `${await database.fingerprint()}${ACCOUNT}${account}`;
  }
}

const ACCOUNT = ' with ';

const isSamePlace = (a: string, b: string): boolean => a.split(ACCOUNT)[0] === b.split(ACCOUNT)[0];

async function move(tx: Db, here: string): Promise<string> {
  await setState(tx, HOME, here);
  return here;
}
