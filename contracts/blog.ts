import { z } from 'zod';
import { dataOf, type EndpointTable, IdParams, MessageResponse, PageQuery, pageOf } from './endpoint.ts';

export const POSTS_PER_PAGE = 10;
export const EXCERPT_LENGTH = 150;
/** Of the HTML, as it comes in and as it is stored. */
export const MAX_CONTENT_LENGTH = 200_000;
export const CONTENT_TOO_LONG = 'The content may have 200,000 characters at most.';

export const Post = z.object({
  id: z.int(),
  title: z.string(),
  /** HTML that was cleaned when it was written. */
  content: z.string(),
  /** The first characters of the text, tags stripped. */
  excerpt: z.string(),
  /** The picture's file, below /blogs/. */
  image_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** The day at the farm on which it was written, as 2026-09-12. */
  day: z.string(),
});
export type Post = z.output<typeof Post>;

export const PostDraft = z.object({
  title: z
    .string('Title is required.')
    .trim()
    .min(1, 'Title is required.')
    .max(200, 'The title may have 200 characters at most.'),
  content: z.string().max(MAX_CONTENT_LENGTH, CONTENT_TOO_LONG).default(''),
});
export type PostDraft = z.output<typeof PostDraft>;

/** A picture for the text of a post: where it lies, in its full size. */
export const PostPicture = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const blogEndpoints = {
  'GET /api/blogs': {
    summary: 'Posts, newest first',
    query: PageQuery,
    response: pageOf(Post),
  },
  'GET /api/blogs/:id': {
    summary: 'One post',
    params: IdParams,
    response: dataOf(Post),
  },
  'GET /api/admin/blogs': {
    summary: 'Posts for the back office, newest first',
    for: 'admin',
    query: PageQuery,
    response: pageOf(Post),
  },
  'POST /api/admin/blogs': {
    summary: 'Publish a post',
    for: 'admin',
    form: PostDraft,
    picture: 'optional',
    response: dataOf(Post),
  },
  'POST /api/admin/blogs/pictures': {
    summary: 'Keep a picture that is to stand in the text of a post',
    for: 'admin',
    form: z.object({}),
    picture: 'required',
    response: dataOf(PostPicture),
  },
  'PUT /api/admin/blogs/:id': {
    summary: 'Revise a post; without a new picture it keeps the old one',
    for: 'admin',
    params: IdParams,
    form: PostDraft,
    picture: 'optional',
    response: dataOf(Post),
  },
  'DELETE /api/admin/blogs/:id': {
    summary: 'Withdraw a post',
    for: 'admin',
    params: IdParams,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
