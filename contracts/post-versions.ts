// The versions of a post, and links that show it before it is published.
import { z } from 'zod';
import { Post } from './blog.ts';
import { dataOf, type EndpointTable, IdParams, MessageResponse, positiveInteger } from './endpoint.ts';

export const REVISIONS_PER_PAGE = 20;
export const PREVIEW_DAYS = 7;

const PostField = z.enum(['title', 'content', 'description', 'image_url', 'published_at']);
export type PostField = z.output<typeof PostField>;

export const PostRevision = z.object({
  version: z.int(),
  at: z.iso.datetime(),
  /** Null for the first posts of a shop, and for versions from before they were recorded. */
  who: z.string().nullable(),
  /** The older version that this one restored. */
  restored_version: z.int().nullable(),
  /** What is different from the version before; empty for the first one. */
  changes: z.array(z.object({ field: PostField, before: z.string(), after: z.string() })),
});
export type PostRevision = z.output<typeof PostRevision>;

const PreviewLink = z.object({ expires_at: z.iso.datetime() });

export const postVersionEndpoints = {
  'GET /api/admin/blogs/:id/revisions': {
    summary: 'Versions of a post, newest first; `before` is a version and returns older ones',
    for: 'writer',
    params: IdParams,
    query: z.object({ before: positiveInteger('The version must be a positive whole number.').optional() }),
    response: z.object({ data: z.array(PostRevision), next_page_url: z.string().nullable() }),
  },
  'POST /api/admin/blogs/:id/restorations': {
    summary: 'Restore an older version of a post, as a new version',
    for: 'writer',
    params: IdParams,
    body: z.object({
      /** The version to go back to. */
      to: z.int('The version must be a whole number.').positive('The version must be a positive whole number.'),
      /** The current version, as far as the caller knows. */
      version: z.int('The version must be a whole number.').optional(),
    }),
    current: Post,
    response: dataOf(Post),
  },
  'GET /api/admin/blogs/:id/preview-link': {
    summary: 'Whether a post has a preview link, and until when it works',
    for: 'writer',
    params: IdParams,
    response: dataOf(PreviewLink.nullable()),
  },
  'POST /api/admin/blogs/:id/preview-link': {
    summary: 'Make a link that shows the post without login; an earlier one stops working',
    for: 'writer',
    params: IdParams,
    response: dataOf(PreviewLink.extend({ url: z.string() })),
  },
  'DELETE /api/admin/blogs/:id/preview-link': {
    summary: 'Revoke the preview link of a post',
    for: 'writer',
    params: IdParams,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
