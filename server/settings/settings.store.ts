import { MAX_ID } from '#contracts/endpoint.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { picturesOf } from '#contracts/setting-pictures.ts';
import { type SectionName, sectionNames, sections } from '#contracts/setting-sections.ts';
import type { SavedSection } from '#contracts/settings.ts';
import type { Db } from '#server/database/schema.ts';
import type { PictureUse } from '#server/media/library.ts';

type NewVersion = {
  section: SectionName;
  version: number;
  value: unknown;
  saved_at: string;
  account_id: number;
};

/** The newest version of each section that was ever saved. */
export async function listCurrent(db: Db): Promise<SavedSection[]> {
  const rows = await versions(db)
    .innerJoin(
      (each) =>
        each
          .selectFrom('settings_versions')
          .select(({ fn }) => ['section as name', fn.max('version').as('newest')])
          .groupBy('section')
          .as('latest'),
      (join) => join.onRef('latest.name', '=', 'section').onRef('latest.newest', '=', 'version'),
    )
    .execute();
  return rows.flatMap(toSection);
}

/** Newest first. */
export async function listVersions(
  db: Db,
  section: SectionName,
  { limit, before = MAX_ID }: { limit: number; before?: number },
): Promise<SavedSection[]> {
  const rows = await versions(db)
    .where('section', '=', section)
    .where('version', '<', Math.min(before, MAX_ID))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(toSection);
}

export async function findVersion(db: Db, section: SectionName, version: number): Promise<SavedSection | undefined> {
  const rows = await versions(db).where('section', '=', section).where('version', '=', version).execute();
  return rows.flatMap(toSection)[0];
}

/** False if someone else saved this version first. */
export async function insertVersion(tx: Db, { value, ...version }: NewVersion): Promise<boolean> {
  const inserted = await tx
    .insertInto('settings_versions')
    .values({ ...version, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
}

type Preview = { token_hash: string; section: SectionName; value: unknown; expires_at: string };

export async function insertPreview(tx: Db, { value, ...preview }: Preview): Promise<void> {
  await tx
    .insertInto('settings_previews')
    .values({ ...preview, value: JSON.stringify(value) })
    .execute();
}

export async function findPreview(
  db: Db,
  token_hash: string,
  now: string,
): Promise<Pick<Preview, 'section' | 'value'> | undefined> {
  const row = await db
    .selectFrom('settings_previews')
    .select(['section', 'value'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && toSection(row)[0];
}

export async function removeExpiredPreviews(tx: Db, now: string): Promise<void> {
  await tx.deleteFrom('settings_previews').where('expires_at', '<=', now).execute();
}

export async function hasOrders(db: Db): Promise<boolean> {
  return (await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** For the media library: what is saved now, and what open previews show. Older versions do not keep their pictures. */
export async function listPictureUses(db: Db, now: string): Promise<PictureUse[]> {
  const [saved, previews] = await Promise.all([
    listCurrent(db),
    db.selectFrom('settings_previews').select(['section', 'value']).where('expires_at', '>', now).execute(),
  ]);
  return [
    ...saved.flatMap((each) => usesIn(each, sections[each.section].label)),
    ...previews.flatMap(toSection).flatMap((preview) => usesIn(preview, `Preview: ${sections[preview.section].label}`)),
  ];
}

const usesIn = ({ section, value }: { section: SectionName; value: unknown }, where: string): PictureUse[] =>
  picturesOf(sections[section], value).map(({ name }) => ({ name, where, path: pagePaths.settingSection(section) }));

function versions(db: Db) {
  return db
    .selectFrom('settings_versions')
    .leftJoin('accounts', 'accounts.id', 'settings_versions.account_id')
    .select(['section', 'version', 'value', 'saved_at', 'accounts.name as saved_by']);
}

/** A section that this version of the shop does not know is left out. */
function toSection<R extends { section: string; value: string }>({ section, value, ...row }: R) {
  const name = sectionNames.find((each) => each === section);
  return name ? [{ ...row, section: name, value: JSON.parse(value) }] : [];
}
