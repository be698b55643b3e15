import { z } from 'zod';
import { dataOf, type EndpointTable, MessageResponse, PageQuery, pageOf } from './endpoint.ts';
import { HTML_TAG, NO_HTML } from './setting-fields.ts';

export const PICTURES_PER_PAGE = 24;
/** A picture that nothing uses any more is removed after this many days, unless it was uploaded or described in the library. */
export const UNUSED_DAYS = 30;

const PictureUse = z.object({
  /** In words: Product Cascade. */
  where: z.string(),
  path: z.string(),
});

const LibraryPicture = z.object({
  /** Names the picture in other requests. */
  name: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** Alternative text, for people who can't see the picture. */
  alt: z.string(),
  /** Incremented by each change of the text. */
  version: z.int(),
  created_at: z.iso.datetime(),
  uses: z.array(PictureUse),
  /** When it will be removed because nothing uses it; null if it stays. */
  removal_at: z.iso.datetime().nullable(),
});
export type LibraryPicture = z.output<typeof LibraryPicture>;

/** For forms: a picture of the library, instead of a file. */
export const StoredImage = z
  .string()
  .regex(/^(?:[0-9a-f]{16}-\d{1,4}x\d{1,4}\.jpg)?$/, 'Choose a picture from the library.')
  .optional();

const MAX_ALT = 300;
const Alt = z
  .string('Alternative text is required.')
  .trim()
  .max(MAX_ALT, `Alternative text can be up to ${MAX_ALT} characters.`)
  .refine((text) => !HTML_TAG.test(text), NO_HTML);
const PictureParams = z.object({ name: z.string() });

export const mediaEndpoints = {
  'GET /api/pictures': {
    summary: 'Uploaded pictures, newest first, and where they are used',
    for: 'writer',
    query: PageQuery.extend({
      unused: z.literal('true', { error: 'Send unused=true, or leave it out.' }).optional(),
    }),
    response: pageOf(LibraryPicture),
  },
  'POST /api/pictures': {
    summary: 'Upload a picture to the library; one that is there already is not stored twice',
    for: 'writer',
    form: z.object({ alt: Alt.default('') }),
    picture: 'required',
    response: dataOf(LibraryPicture),
  },
  'PUT /api/pictures/:name': {
    summary: 'Change the alternative text of a picture',
    for: 'writer',
    params: PictureParams,
    body: z.object({
      alt: Alt,
      version: z.int('The version must be a whole number.').optional(),
    }),
    current: LibraryPicture,
    response: dataOf(LibraryPicture),
  },
  'DELETE /api/pictures/:name': {
    summary: 'Remove a picture that nothing uses',
    for: 'writer',
    params: PictureParams,
    response: MessageResponse,
    errors: { 409: 'It is used, or a backup is being made' },
  },
} as const satisfies EndpointTable;
