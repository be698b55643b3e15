import { z } from 'zod';
import { dataOf, type EndpointTable, IdParams, MessageResponse, PageQuery, pageOf } from './endpoint.ts';
import { StoredImage } from './media.ts';
import { versionSeen } from './product-fields.ts';

export const POSTS_PER_PAGE = 10;
export const EXCERPT_LENGTH = 150;
/** Characters of HTML, both as submitted and as stored. */
export const MAX_CONTENT_LENGTH = 200_000;
export const CONTENT_TOO_LONG = 'The content can be up to 200,000 characters.';

export const Post = z.object({
  id: z.int(),
  title: z.string(),
  /** Sanitized HTML. */
  content: z.string(),
  /** The start of the text, without tags. */
  excerpt: z.string(),
  /** File name of the picture under /blogs/. */
  image_url: z.string().nullable(),
  /** For search engines; empty if the start of the text will do. */
  description: z.string(),
  created_at: z.iso.datetime(),
  /** Null for a draft, in the future for a scheduled post. Visitors only get posts whose time has come. */
  published_at: z.iso.datetime().nullable(),
  /** When it was last edited, or published. */
  updated_at: z.iso.datetime(),
  /** The date it is published, in the farm's time zone: 2026-09-12. */
  day: z.string(),
  /** Incremented by each edit. */
  version: z.int(),
});
export type Post = z.output<typeof Post>;

const PostLink = z.object({ id: z.int(), title: z.string() });
export type PostLink = z.output<typeof PostLink>;

const MentionedHop = z.object({ slug: z.string(), name: z.string() });
export type MentionedHop = z.output<typeof MentionedHop>;

/** A post, and where to go from there. */
const PostWithLinks = z.object({
  data: Post,
  /** The post before it, and the one after it, by date. */
  previous: PostLink.nullable(),
  next: PostLink.nullable(),
  /** Products that the post names. */
  hops: z.array(MentionedHop),
  /** Set if it is not published and was opened with a preview link: when the link expires. */
  preview_until: z.iso.datetime().optional(),
});

const PUBLISHED_AT_FORMAT = 'Enter a date and time between 2000 and 2100.';
const isPublishingTime = (text: string): boolean =>
  /^20\d\d-/.test(text) && z.iso.datetime({ offset: true }).safeParse(text).success;

export const PostDraft = z.object({
  title: z
    .string('Title is required.')
    .trim()
    .min(1, 'Title is required.')
    .max(200, 'The title can be up to 200 characters.'),
  content: z.string().max(MAX_CONTENT_LENGTH, CONTENT_TOO_LONG).default(''),
  stored_image: StoredImage,
  description: z.string().trim().max(300, 'The text for search engines can be up to 300 characters.').optional(),
  published_at: z
    .string()
    .refine((text) => text === '' || text === 'now' || isPublishingTime(text), PUBLISHED_AT_FORMAT)
    .describe(
      '`now`, a date and time, or empty for a draft. Without it a new post is published now, and an edited one keeps its date.',
    )
    .optional(),
});
export type PostDraft = z.output<typeof PostDraft>;

/** Optimistic locking: an edit of an outdated version is rejected. Without `version` the edit is applied as is. */
export const PostEdit = PostDraft.extend({ version: versionSeen.optional() });
export type PostEdit = z.output<typeof PostEdit>;

/** An uploaded picture for the body of a post, at full size. */
export const PostPicture = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const blogEndpoints = {
  'GET /api/blogs': {
    summary: 'Posts, newest first',
    query: PageQuery,
    response: pageOf(Post),
  },
  'GET /api/blogs/:id': {
    summary: 'One post, with its neighbors and the hops it names',
    params: IdParams,
    response: PostWithLinks,
  },
  'GET /api/blogs/:id/preview': {
    summary: 'A post as a preview link shows it',
    params: IdParams,
    query: z.object({ token: z.string().max(100).default('') }),
    response: PostWithLinks,
  },
  'GET /api/admin/blogs': {
    summary: 'Posts for the back office with drafts and scheduled ones, newest first',
    for: 'writer',
    query: PageQuery,
    response: pageOf(Post),
  },
  'POST /api/admin/blogs': {
    summary: 'Publish a post, schedule it, or save a draft',
    for: 'writer',
    form: PostDraft,
    picture: 'optional',
    response: dataOf(Post),
  },
  'POST /api/admin/blogs/pictures': {
    summary: 'Upload a picture for the body of a post',
    for: 'writer',
    form: z.object({}),
    picture: 'required',
    response: dataOf(PostPicture),
  },
  'PUT /api/admin/blogs/:id': {
    summary: 'Update a post; keeps the old picture if none is sent',
    for: 'writer',
    params: IdParams,
    form: PostEdit,
    picture: 'optional',
    current: Post,
    response: dataOf(Post),
  },
  'DELETE /api/admin/blogs/:id': {
    summary: 'Withdraw a post',
    for: 'writer',
    params: IdParams,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
