// The first steps of a new shop. Each is done by itself once the shop can see that it is.
import type { Person } from '#contracts/accounts.ts';
import type { SectionName } from '#contracts/setting-sections.ts';
import type { GettingStarted, startSteps } from '#contracts/status.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { findState, setState } from '#server/database/shop-state.store.ts';

const HIDDEN = 'getting started hidden';

type Deps = {
  database: Database;
  config: Config;
  /** Whether a section differs from what the shop came with. */
  isChanged(section: SectionName): boolean;
  hasTwoFactor(account: number): Promise<boolean>;
  hasBackup(): Promise<boolean>;
};

export function createGettingStarted(deps: Deps) {
  const { database, config, isChanged, hasTwoFactor, hasBackup } = deps;
  return { read, hide };

  async function read({ id }: Person): Promise<{ data: GettingStarted }> {
    const [twoFactor, backup, hidden] = await Promise.all([
      hasTwoFactor(id),
      hasBackup(),
      findState(database.db, HIDDEN),
    ]);
    const done: Record<(typeof startSteps)[number], boolean> = {
      address: isChanged('farm'),
      pictures: isChanged('gallery'),
      payments: config.payments === 'square' && config.square?.environment === 'production',
      mail: config.mail.smtpUrl !== undefined,
      'two-step login': twoFactor,
      backup,
      live: config.live,
    };
    const steps = Object.entries(done).map(([name, isDone]) => ({
      name: name as (typeof startSteps)[number],
      done: isDone,
    }));
    return { data: { steps, hidden: hidden === 'yes' } };
  }

  async function hide(hidden: boolean, actor: Person) {
    await database.transaction([], (tx) => setState(tx, HIDDEN, hidden ? 'yes' : 'no'));
    return read(actor);
  }
}
