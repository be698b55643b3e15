// Links to a page with settings that are not saved, for an hour. Everyone who has the link can see it.
import { isDeepStrictEqual } from 'node:util';
import { legalPages } from '#contracts/legal-pages.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { SectionName, Settings } from '#contracts/setting-sections.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { hashToken, newToken } from '#server/secret-token.ts';
import * as store from './settings.store.ts';
import type { SettingsFeature } from './settings.ts';

export type SettingPreviews = ReturnType<typeof createSettingPreviews>;

type Deps = { database: Database; now: Clock; settings: Pick<SettingsFeature, 'current' | 'check' | 'keepPictures'> };

const VALID_MINUTES = 60;

/** Where to look at a change. */
const paths: Record<SectionName, string> = {
  farm: pagePaths.contact,
  home: pagePaths.home,
  story: pagePaths.about,
  faqs: pagePaths.faqs,
  breweries: pagePaths.home,
  gallery: pagePaths.gallery,
  legal: pagePaths.privacy,
  freight: pagePaths.products,
  alerts: pagePaths.contact,
};

export function createSettingPreviews({ database: { db, transaction }, now, settings }: Deps) {
  return { create, find, cleanUp };

  async function create(section: SectionName, given: unknown) {
    const value = await settings.check(section, given);
    const token = newToken();
    const expires_at = new Date(now().getTime() + VALID_MINUTES * 60_000).toISOString();
    const preview = { token_hash: hashToken(token), section, value, expires_at };
    await transaction([], async (tx) => {
      await settings.keepPictures(tx, section, value);
      await store.insertPreview(tx, preview);
    });
    return { data: { url: `/preview/${token}`, expires_at } };
  }

  /** The settings as they would be, and the page that shows the change. */
  async function find(token: string): Promise<{ path: string; settings: Settings } | undefined> {
    const preview = await store.findPreview(db, hashToken(token), now().toISOString());
    if (!preview) return undefined;
    const { section, value } = preview;
    const current = settings.current();
    const unsaved: Settings = { ...current, [section]: value };
    return { path: section === 'legal' ? changedPage(unsaved, current) : paths[section], settings: unsaved };
  }

  async function cleanUp(): Promise<void> {
    await transaction([], (tx) => store.removeExpiredPreviews(tx, now().toISOString()));
  }
}

/** The first legal page that differs. */
function changedPage(unsaved: Settings, current: Settings): string {
  return pagePaths[
    legalPages.find((page) => !isDeepStrictEqual(unsaved.legal[page], current.legal[page])) ?? 'privacy'
  ];
}
