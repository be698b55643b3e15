// What the owner can change: kept in memory, because every page shows some of it. Each save is a version.
import { isDeepStrictEqual } from 'node:util';
import type { Person } from '#contracts/accounts.ts';
import { setFarmTimeZone } from '#contracts/dates.ts';
import { defaultSettings } from '#contracts/default-settings.ts';
import { type SectionName, type Settings, sectionNames, sections } from '#contracts/setting-sections.ts';
import { type SavedSection, VERSIONS_PER_PAGE } from '#contracts/settings.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { checkSection, requirePictures, requirePicturesOfVersion, type SectionChecks } from './check-section.ts';
import * as store from './settings.store.ts';

export type SettingsFeature = ReturnType<typeof createSettings>;

type Deps = Omit<SectionChecks, 'db'> & {
  database: Database;
  audit: AuditWriter;
  now: Clock;
  jobs: Pick<Jobs, 'trigger' | 'runNow'>;
  /** Called after new settings are in effect. */
  onChange(): void;
};

type Change = { section: SectionName; base: number; value: unknown; actor: Person };

/** The job that loads new settings: a shop that closes waits for it, and what failed is tried again. */
export const SETTINGS_JOB = 'settings';

export function createSettings({ database, audit, now, jobs, onChange, ...checkers }: Deps) {
  const { db, transaction } = database;
  const checks: SectionChecks = { db, ...checkers };
  let current = defaultSettings;
  let outdated = false;
  // Another instance saved something, or this one did.
  database.onChange((changed) => {
    if (changed !== 'settings' && changed !== ALL_TAGS) return;
    outdated = true;
    jobs.trigger(SETTINGS_JOB);
  });
  return {
    current: () => current,
    isChanged,
    load,
    loadChanged,
    get,
    check,
    keepPictures,
    save,
    listVersions,
    restore,
  };

  async function load(): Promise<void> {
    current = readSettings(await store.listCurrent(db));
    setFarmTimeZone(current.farm.time_zone);
  }

  async function loadChanged(): Promise<void> {
    if (!outdated) return;
    outdated = false;
    try {
      await load();
    } catch (error) {
      outdated = true;
      throw error;
    }
    onChange();
  }

  /** Whether a section differs from what the shop came with. */
  function isChanged(section: SectionName): boolean {
    return !isDeepStrictEqual(current[section], defaultSettings[section]);
  }

  async function get(section: SectionName) {
    return { data: await findCurrent(db, section) };
  }

  /** Returns the value to save; throws if a field is wrong. */
  function check(section: SectionName, given: unknown): Promise<unknown> {
    return checkSection(checks, section, { given, current });
  }

  /** In the transaction that starts to show them; throws if one is gone. */
  function keepPictures(tx: Db, section: SectionName, value: unknown): Promise<void> {
    return requirePictures(checks, tx, { section, value });
  }

  async function save(section: SectionName, change: { version: number; value: unknown }, actor: Person) {
    const value = await check(section, change.value);
    return { data: await insert({ section, base: change.version, value, actor }, requirePictures) };
  }

  /** Newest first, and the original texts last. */
  async function listVersions(section: SectionName, before?: number) {
    const limit = VERSIONS_PER_PAGE + 1;
    const saved = await store.listVersions(db, section, { limit, ...(before && { before }) });
    const more = saved.length === limit;
    return { data: (more ? saved : [...saved, originalTexts(section)]).map(complete), more };
  }

  async function restore(section: SectionName, change: { version: number; restore: number }, actor: Person) {
    const found = change.restore === 0 ? originalTexts(section) : await store.findVersion(db, section, change.restore);
    if (!found) throw notFound();
    // The rules may have changed since.
    const value = await check(section, await restorable(complete(found)));
    return { data: await insert({ section, base: change.version, value, actor }, requirePicturesOfVersion) };
  }

  /** The time zone stays as it is once it cannot change. */
  async function restorable({ section, value }: SavedSection): Promise<unknown> {
    const keepsZone = section === 'farm' && (await store.hasOrders(db));
    return keepsZone ? { ...value, time_zone: current.farm.time_zone } : value;
  }

  async function insert(change: Change, requireAll: typeof requirePictures) {
    const { section, base, value, actor } = change;
    const saved = await transaction(['settings'], async (tx) => {
      await requireAll(checks, tx, { section, value });
      const before = await findCurrent(tx, section);
      const version = { section, version: base + 1, value, saved_at: now().toISOString(), account_id: actor.id };
      if (before.version !== base || !(await store.insertVersion(tx, version)))
        throw conflict('Someone else changed this section. Nothing was saved.', await findCurrent(tx, section));
      await audit.record(tx, {
        actor,
        action: 'settings saved',
        subject: sections[section].label,
        subject_id: base + 1,
      });
      return findCurrent(tx, section);
    });
    // The person who saved must see it on the next page.
    await jobs.runNow(SETTINGS_JOB);
    return saved;
  }
}

/** For commands, which run without a shop. */
export const loadSettings = async (db: Db): Promise<Settings> => readSettings(await store.listCurrent(db));

async function findCurrent(db: Db, section: SectionName): Promise<SavedSection> {
  const [newest] = await store.listVersions(db, section, { limit: 1 });
  return complete(newest ?? originalTexts(section));
}

const originalTexts = (section: SectionName): SavedSection => ({
  section,
  version: 0,
  value: defaultSettings[section],
  saved_at: null,
  saved_by: null,
});

/** A version from before a field existed gets the original text for it. */
const complete = (saved: SavedSection): SavedSection => ({
  ...saved,
  value: withDefaults(saved.value, defaultSettings[saved.section]),
});

function withDefaults(value: Record<string, unknown>, defaults: object): Record<string, unknown> {
  const entries = Object.entries(defaults).map(([name, original]: [string, unknown]) => {
    const saved = value[name];
    if (saved === undefined) return [name, original];
    return [name, isGroup(saved) && isGroup(original) ? withDefaults(saved, original) : saved];
  });
  return Object.fromEntries(entries);
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The casts are safe: a version is only saved after its section's check. */
function readSettings(saved: SavedSection[]): Settings {
  const entries = sectionNames.map((name) => [
    name,
    complete(saved.find(({ section }) => section === name) ?? originalTexts(name)).value,
  ]);
  return Object.fromEntries(entries) as Settings;
}
