// Saves the post form or goes back to an older version, and says what happened.
import type { Post } from '#contracts/blog.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { fileOf, storedNameOf } from '#web/library/chosen-picture.ts';
import { toApiError } from '#web/query/api-error.ts';
import { mutate } from '#web/query/mutate.ts';
import { toast } from '#web/ui/toast.tsx';
import type { FieldErrors, PostFormState } from './post-form-state.ts';
import { stateOf, stateText } from './post-state.ts';
import { publishedAt } from './publishing.ts';

export type PostError = { message: string; errors: FieldErrors; current?: Post | undefined };
type Outcome = { is: 'saved'; post: Post } | { is: 'failed'; error: PostError };

export async function savePost({
  post,
  title,
  content,
  description,
  publishing,
  image: chosen,
}: PostFormState): Promise<Outcome> {
  const image = fileOf(chosen);
  const stored_image = storedNameOf(chosen);
  const form = { title, content, description, published_at: publishedAt(publishing), stored_image };
  try {
    const { data } = post
      ? await mutate('PUT /api/admin/blogs/:id', {
          params: { id: post.id },
          form: { ...form, version: post.version },
          image,
        })
      : await mutate('POST /api/admin/blogs', { form, image });
    announce(data, post ? 'Blog post updated.' : 'Blog post added.');
    return { is: 'saved', post: data };
  } catch (error) {
    return { is: 'failed', error: toPostError(error) };
  }
}

export async function restoreVersion({ id, version }: Post, to: number): Promise<Outcome> {
  try {
    const { data } = await mutate('POST /api/admin/blogs/:id/restorations', { params: { id }, body: { to, version } });
    announce(data, `Version ${to} is back.`);
    return { is: 'saved', post: data };
  } catch (error) {
    return { is: 'failed', error: toPostError(error) };
  }
}

/** Visitors can't see a draft or a scheduled post, so there is nothing to view. */
function announce(post: Post, text: string): void {
  if (stateOf(post) === 'published') toast({ text, link: { label: 'View post', href: pagePaths.blog(post.id) } });
  else toast({ text: `${text} ${stateText(post)}.` });
}

function toPostError(error: unknown): PostError {
  const { message, errors, current } = toApiError(error);
  return { message, errors, current: isPost(current) ? current : undefined };
}

const isPost = (value: unknown): value is Post =>
  typeof value === 'object' && value !== null && 'version' in value && 'content' in value;
