// Checks what an owner sends for a section: the fields, and what their descriptions cannot say.
import type { Farm } from '#contracts/farm.ts';
import { checkSetting, type SettingErrors } from '#contracts/setting-fields.ts';
import { picturesOf } from '#contracts/setting-pictures.ts';
import { type SectionName, type Settings, sections } from '#contracts/setting-sections.ts';
import type { Db } from '#server/database/schema.ts';
import { invalid } from '#server/http-errors.ts';
import { fillAnchors } from './fill-anchors.ts';
import { hasOrders } from './settings.store.ts';

export type SectionChecks = {
  db: Db;
  /** How far the pin is from the ZIP code; undefined if there is no such ZIP code. */
  milesFromZip(zip: string, pin: Farm['pin']): Promise<number | undefined>;
  /** In the transaction that starts to show it; false if there is no such picture. */
  keepPicture(tx: Db, name: string): Promise<boolean>;
};

const MAX_PIN_MILES = 30;

/** Returns the value to save, or throws a 422 that names every wrong field. */
export async function checkSection(
  checks: SectionChecks,
  section: SectionName,
  { given, current }: { given: unknown; current: Settings },
): Promise<unknown> {
  const { value, errors } = checkSetting(sections[section], given);
  const isValid = Object.keys(errors).length === 0;
  // The casts are safe: the check found nothing wrong.
  refuse(isValid && section === 'farm' ? await findFarmErrors(checks, value as Farm, current.farm) : errors);
  if (section === 'gallery' && (value as Settings['gallery']).pictures.every(({ hidden }) => hidden))
    refuse({ pictures: 'Show at least one picture.' });
  if (section === 'freight') refuse(findRepeatedRows((value as Settings['freight']).rows));
  return section === 'faqs' ? fillAnchors(value as Settings['faqs']) : value;
}

/** Two prices for the same: the second is the mistake. */
function findRepeatedRows(rows: Settings['freight']['rows']): SettingErrors {
  const keyOf = ({ miles, pounds }: (typeof rows)[number]) => `${miles} miles and ${pounds} lbs`;
  const keys = rows.map(keyOf);
  return Object.fromEntries(
    keys.flatMap((key, index) =>
      keys.indexOf(key) < index ? [[`rows.${index}.pounds`, `There is a price up to ${key} already.`]] : [],
    ),
  );
}

async function findFarmErrors({ db, milesFromZip }: SectionChecks, farm: Farm, current: Farm): Promise<SettingErrors> {
  const { address, pin, time_zone } = farm;
  const miles = await milesFromZip(address.zip, pin);
  if (miles === undefined) return { 'address.zip': "We don't recognize this ZIP code." };
  if (miles > MAX_PIN_MILES)
    return { 'pin.latitude': `The pin is ${Math.round(miles)} miles from ZIP code ${address.zip}. Check both.` };
  if (time_zone !== current.time_zone && (await hasOrders(db)))
    return { time_zone: 'There are orders already, counted by days in the old zone. It can no longer be changed.' };
  return {};
}

/** The words of a version can come back only with its pictures. */
export async function requirePicturesOfVersion(
  checks: SectionChecks,
  tx: Db,
  content: { section: SectionName; value: unknown },
): Promise<void> {
  const [first, ...others] = await findMissingPictures(checks, tx, content);
  if (!first) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  throw invalid({
    restore: [`This version shows a picture that was removed from the library (${first.alt}${more}). Nothing changed.`],
  });
}

export async function requirePictures(
  checks: SectionChecks,
  tx: Db,
  content: { section: SectionName; value: unknown },
): Promise<void> {
  const missing = await findMissingPictures(checks, tx, content);
  refuse(
    Object.fromEntries(missing.map(({ path }) => [path, 'This picture is no longer in the library. Choose another.'])),
  );
}

/** In the transaction that starts to show them. Returns those that are gone. */
async function findMissingPictures(
  { keepPicture }: SectionChecks,
  tx: Db,
  { section, value }: { section: SectionName; value: unknown },
) {
  const pictures = picturesOf(sections[section], value);
  const missing = new Set<string>();
  // In one order, so that two transactions don't wait for each other.
  for (const name of [...new Set(pictures.map((each) => each.name))].toSorted((a, b) => (a < b ? -1 : 1)))
    if (!(await keepPicture(tx, name))) missing.add(name);
  return pictures.filter(({ name }) => missing.has(name));
}

function refuse(errors: SettingErrors): void {
  const entries = Object.entries(errors).map(([path, text]) => [path || 'value', [text]]);
  if (entries.length > 0) throw invalid(Object.fromEntries(entries));
}
