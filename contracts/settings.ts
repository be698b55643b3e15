import { z } from 'zod';
import { dataOf, type EndpointTable, MAX_ID, positiveInteger } from './endpoint.ts';
import { type SectionName, sectionNames } from './setting-sections.ts';

const SectionParams = z.object({ section: z.enum(sectionNames, { error: 'There is no such section.' }) });
/** The fields of a section are checked by its description in setting-sections.ts. */
const Value = z.record(z.string(), z.unknown(), { error: 'Send the fields of the section as an object.' });
const Version = z.int('Send the version you started from.').min(0).max(MAX_ID);

const SavedSection = z.object({
  section: z.enum(sectionNames),
  /** 0 until the first save: the original texts. */
  version: z.int(),
  value: z.record(z.string(), z.unknown()),
  saved_at: z.iso.datetime().nullable(),
  /** Who saved it; null for the original texts. */
  saved_by: z.string().nullable(),
});
export type SavedSection = z.output<typeof SavedSection>;

export const VERSIONS_PER_PAGE = 20;

/** Everyone who works here may edit these; the rest is for owners. */
export const sharedSections: readonly SectionName[] = ['gallery'];
const OWNERS_ONLY = { 403: 'Sections other than the gallery are for owners' };

export const settingsEndpoints = {
  'GET /api/settings/:section': {
    summary: 'A section of the settings as it is now',
    for: 'writer',
    params: SectionParams,
    errors: OWNERS_ONLY,
    response: dataOf(SavedSection),
  },
  'PUT /api/settings/:section': {
    summary: 'Save a section as a new version; every page follows at once',
    for: 'writer',
    params: SectionParams,
    errors: OWNERS_ONLY,
    body: z.object({ version: Version, value: Value }),
    longBody: true,
    response: dataOf(SavedSection),
    current: SavedSection,
  },
  'GET /api/settings/:section/versions': {
    summary: `${VERSIONS_PER_PAGE} versions of a section, newest first, and one more to compare with; \`before\` is a version and returns older ones`,
    for: 'writer',
    params: SectionParams,
    errors: OWNERS_ONLY,
    query: z.object({ before: positiveInteger('The version must be a positive whole number.').optional() }),
    /** `more`: the last one is only there to compare with. */
    response: z.object({ data: z.array(SavedSection), more: z.boolean() }),
  },
  'POST /api/settings/:section/previews': {
    summary: 'Show a page with unsaved settings; the link works for an hour, also for people without an account',
    for: 'writer',
    params: SectionParams,
    errors: OWNERS_ONLY,
    body: z.object({ value: Value }),
    longBody: true,
    response: dataOf(z.object({ url: z.string(), expires_at: z.iso.datetime() })),
  },
  'POST /api/settings/:section/restore': {
    summary: 'Save an earlier version again; version 0 is the original texts',
    for: 'writer',
    params: SectionParams,
    errors: OWNERS_ONLY,
    body: z.object({ version: Version, restore: z.int('Send the version to restore.').min(0).max(MAX_ID) }),
    response: dataOf(SavedSection),
    current: SavedSection,
  },
} as const satisfies EndpointTable;
