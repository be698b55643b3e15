// What the owner can change: kept in memory, because every page shows some of it. Each save is a version.
import type { Person } from '#contracts/accounts.ts';
import { setFarmTimeZone } from '#contracts/dates.ts';
import { defaultSettings } from '#contracts/default-settings.ts';
import type { Farm } from '#contracts/farm.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { checkSetting } from '#contracts/setting-fields.ts';
import { type SectionName, type Settings, sectionNames, sections } from '#contracts/setting-sections.ts';
import { type SavedSection, VERSIONS_PER_PAGE } from '#contracts/settings.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import { hashToken, newToken } from '#server/secret-token.ts';
import { fillAnchors } from './fill-anchors.ts';
import * as store from './settings.store.ts';

export type SettingsFeature = ReturnType<typeof createSettings>;

type Deps = {
  database: Database;
  audit: AuditWriter;
  now: Clock;
  /** Called after new settings are in effect. */
  onChange(): void;
  /** How far the pin is from the ZIP code; undefined if there is no such ZIP code. */
  milesFromZip(zip: string, pin: Farm['pin']): Promise<number | undefined>;
  /** In the transaction that starts to show it; false if there is no such picture. */
  keepPicture(tx: Db, name: string): Promise<boolean>;
  report(error: Error, what: string): void;
};

const RETRY_MS = 1000;
const PREVIEW_MINUTES = 60;
const MAX_PIN_MILES = 30;

/** Where to look at a change. */
const previewPaths: Record<SectionName, string> = {
  farm: pagePaths.contact,
  home: pagePaths.home,
  story: pagePaths.about,
  faqs: pagePaths.faqs,
  breweries: pagePaths.home,
  gallery: pagePaths.gallery,
  legal: pagePaths.privacy,
};

export function createSettings({ database, audit, now, onChange, milesFromZip, keepPicture, report }: Deps) {
  const { db, transaction } = database;
  let current = defaultSettings;
  let loading = Promise.resolve();
  database.onChange((changed) => {
    if (changed === 'settings' || changed === ALL_TAGS) loading = loading.then(reload);
  });
  return { current: () => current, load, get, save, listVersions, restore, createPreview, findPreview, cleanUp };

  async function load(): Promise<void> {
    current = readSettings(await store.listCurrent(db));
    setFarmTimeZone(current.farm.time_zone);
  }

  /** Another instance saved something, or this one did. */
  async function reload(): Promise<void> {
    try {
      await load();
      onChange();
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)), 'New settings could not be loaded.');
      setTimeout(() => (loading = loading.then(reload)), RETRY_MS).unref();
    }
  }

  async function get(section: SectionName) {
    return { data: await findCurrent(db, section) };
  }

  async function save(section: SectionName, change: { version: number; value: unknown }, actor: Person) {
    const value = await validate(section, change.value);
    return { data: await insert({ section, base: change.version, value, actor }) };
  }

  /** Newest first, down to the shop's own texts. */
  async function listVersions(section: SectionName) {
    const saved = await store.listVersions(db, section, VERSIONS_PER_PAGE);
    return { data: saved.length < VERSIONS_PER_PAGE ? [...saved, ownTexts(section)] : saved };
  }

  async function restore(section: SectionName, change: { version: number; restore: number }, actor: Person) {
    const found = change.restore === 0 ? ownTexts(section) : await store.findVersion(db, section, change.restore);
    if (!found) throw notFound();
    // The rules may have changed since.
    const value = await validate(section, complete(found).value);
    return { data: await insert({ section, base: change.version, value, actor }) };
  }

  async function createPreview(section: SectionName, given: unknown) {
    const value = await validate(section, given);
    const token = newToken();
    const expires_at = new Date(now().getTime() + PREVIEW_MINUTES * 60_000).toISOString();
    await transaction([], (tx) =>
      store.insertPreview(tx, { token_hash: hashToken(token), section, value, expires_at }),
    );
    return { data: { url: `/preview/${token}`, expires_at } };
  }

  /** The settings as they would be, and the page that shows the change. */
  async function findPreview(token: string): Promise<{ path: string; settings: Settings } | undefined> {
    const preview = await store.findPreview(db, hashToken(token), now().toISOString());
    if (!preview) return undefined;
    const { section, value } = preview;
    return { path: previewPaths[section], settings: { ...current, [section]: value } };
  }

  async function cleanUp(): Promise<void> {
    await transaction([], (tx) => store.removeExpiredPreviews(tx, now().toISOString()));
  }

  async function insert(change: { section: SectionName; base: number; value: unknown; actor: Person }) {
    const { section, base, value, actor } = change;
    const saved = await transaction(['settings'], async (tx) => {
      if (section === 'gallery') await requirePictures(tx, value as Settings['gallery']);
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
    await loading;
    return saved;
  }

  async function validate(section: SectionName, given: unknown): Promise<unknown> {
    const { value, errors } = checkSetting(sections[section], given);
    if (section === 'farm' && Object.keys(errors).length === 0) Object.assign(errors, await checkFarm(value as Farm));
    if (Object.keys(errors).length > 0)
      throw invalid(Object.fromEntries(Object.entries(errors).map(([path, text]) => [path || 'value', [text]])));
    return section === 'faqs' ? fillAnchors(value as Settings['faqs']) : value;
  }

  async function requirePictures(tx: Db, { pictures }: Settings['gallery']): Promise<void> {
    // In one order, so that two transactions don't wait for each other.
    const names = [...new Set(pictures.map(({ picture }) => picture))].toSorted((a, b) => (a < b ? -1 : 1));
    for (const name of names) {
      const index = pictures.findIndex(({ picture }) => picture === name);
      if (!(await keepPicture(tx, name)))
        throw invalid({
          [`pictures.${index}.picture`]: ['This picture is not in the library any more. Choose another.'],
        });
    }
  }

  /** What the description of a field cannot say. */
  async function checkFarm({ address: { zip }, pin, time_zone }: Farm): Promise<Record<string, string>> {
    const miles = await milesFromZip(zip, pin);
    if (miles === undefined) return { 'address.zip': "We don't recognize this ZIP code." };
    if (miles > MAX_PIN_MILES)
      return { 'pin.latitude': `The pin is ${Math.round(miles)} miles from ZIP code ${zip}. Check both.` };
    if (time_zone !== current.farm.time_zone && (await store.hasOrders(db)))
      return { time_zone: 'There are orders already, counted by days in the old zone. It cannot change any more.' };
    return {};
  }
}

/** For commands, which run without a shop. */
export const loadSettings = async (db: Db): Promise<Settings> => readSettings(await store.listCurrent(db));

async function findCurrent(db: Db, section: SectionName): Promise<SavedSection> {
  const [newest] = await store.listVersions(db, section, 1);
  return complete(newest ?? ownTexts(section));
}

const ownTexts = (section: SectionName): SavedSection => ({
  section,
  version: 0,
  value: defaultSettings[section],
  saved_at: null,
  saved_by: null,
});

/** A version from before a field existed gets the shop's own text for it. */
const complete = (saved: SavedSection): SavedSection => ({
  ...saved,
  value: { ...defaultSettings[saved.section], ...saved.value },
});

/** The casts are safe: a version is only saved after its section's check. */
function readSettings(saved: SavedSection[]): Settings {
  const entries = sectionNames.map((name) => [
    name,
    complete(saved.find(({ section }) => section === name) ?? ownTexts(name)).value,
  ]);
  return Object.fromEntries(entries) as Settings;
}
