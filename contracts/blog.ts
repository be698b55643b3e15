import { z } from 'zod';
import { dataOf, type EndpointTable, IdParams, MessageResponse, PageQuery, pageOf } from './endpoint.ts';
import { StoredImage } from './media.ts';

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
  created_at: z.iso.datetime(),
  /** When it was last edited, or published. */
  updated_at: z.iso.datetime(),
  /** The date it was written, in the farm's time zone: 2026-09-12. */
  day: z.string(),
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
});

export const PostDraft = z.object({
  title: z
    .string('Title is required.')
    .trim()
    .min(1, 'Title is required.')
    .max(200, 'The title can be up to 200 characters.'),
  content: z.string().max(MAX_CONTENT_LENGTH, CONTENT_TOO_LONG).default(''),
  stored_image: StoredImage,
});
export type PostDraft = z.output<typeof PostDraft>;

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
  'GET /api/admin/blogs': {
    summary: 'Posts for the back office, newest first',
    for: 'writer',
    query: PageQuery,
    response: pageOf(Post),
  },
  'POST /api/admin/blogs': {
    summary: 'Publish a post',
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
    form: PostDraft,
    picture: 'optional',
    response: dataOf(Post),
  },
  'DELETE /api/admin/blogs/:id': {
    summary: 'Withdraw a post',
    for: 'writer',
    params: IdParams,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
