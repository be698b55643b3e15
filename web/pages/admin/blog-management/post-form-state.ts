// The whole life of the post form: a new post by default, a post of the list once its Edit is pressed.
import type { Post } from '#contracts/blog.ts';

type FieldErrors = Record<string, string[]>;

export type PostFormState = {
  /** The post that is revised; none while a new one is written. */
  post: Post | undefined;
  /** Grows with each fresh form, so that nothing of the last one stays in it. */
  round: number;
  title: string;
  content: string;
  image: File | undefined;
  contentChanged: boolean;
  uploading: boolean;
  saving: boolean;
  /** What is wrong with single fields, and what is wrong otherwise. */
  errors: FieldErrors;
  problem: string | undefined;
};

export type PostFormEvent =
  | { type: 'edit'; post: Post }
  | { type: 'title'; title: string }
  | { type: 'content'; html: string; changed: boolean; uploading: boolean }
  | { type: 'image'; file: File | undefined }
  | { type: 'save' }
  | { type: 'refused'; problem: string; errors: FieldErrors }
  | { type: 'saved' }
  | { type: 'cancelled' }
  | { type: 'withdrawn'; id: number };

export const initialState: PostFormState = freshForm(0, undefined);

export function postFormReducer(now: PostFormState, event: PostFormEvent): PostFormState {
  switch (event.type) {
    case 'edit':
      return freshForm(now.round + 1, event.post);
    case 'title':
      return { ...now, title: event.title, errors: omitField('title', now.errors) };
    case 'content': {
      const { html, changed, uploading } = event;
      return { ...now, content: html, contentChanged: changed, uploading, errors: omitField('content', now.errors) };
    }
    case 'image':
      return withImage(now, event.file);
    case 'save':
      return { ...now, saving: true, errors: {}, problem: undefined };
    case 'refused':
      return { ...now, saving: false, ...splitErrors(event.problem, event.errors) };
    case 'saved':
    case 'cancelled':
      return freshForm(now.round + 1, undefined);
    case 'withdrawn':
      return now.post?.id === event.id ? freshForm(now.round + 1, undefined) : now;
  }
}

/** Something in the form would be lost. */
export function isUnsaved({ post, title, contentChanged, uploading, image }: PostFormState): boolean {
  return title !== (post?.title ?? '') || contentChanged || uploading || image !== undefined;
}

function freshForm(round: number, post: Post | undefined): PostFormState {
  return {
    post,
    round,
    title: post?.title ?? '',
    content: post?.content ?? '',
    image: undefined,
    contentChanged: false,
    uploading: false,
    saving: false,
    errors: {},
    problem: undefined,
  };
}

function withImage(now: PostFormState, file: File | undefined): PostFormState {
  if (!file || file.type.startsWith('image/')) return { ...now, image: file, errors: omitField('image', now.errors) };
  return { ...now, image: undefined, errors: { ...now.errors, image: ['Choose an image file.'] } };
}

const FIELDS = ['title', 'image', 'content'];

/** What is said of a field stands at the field; everything else under the form. */
function splitErrors(problem: string, errors: FieldErrors): Pick<PostFormState, 'errors' | 'problem'> {
  const known = Object.fromEntries(Object.entries(errors).filter(([field]) => FIELDS.includes(field)));
  return { errors: known, problem: Object.keys(known).length > 0 ? undefined : problem };
}

function omitField(field: string, { [field]: _, ...others }: FieldErrors): FieldErrors {
  return others;
}
