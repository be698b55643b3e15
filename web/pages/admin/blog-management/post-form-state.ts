// The whole life of the post form: a new post by default, a post of the list once its Edit is pressed.
import type { Post } from '#contracts/blog.ts';

type FieldErrors = Record<string, string[]>;

export type Editing = {
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

export type EditingEvent =
  | { type: 'edit'; post: Post }
  | { type: 'title'; title: string }
  | { type: 'content'; html: string; changed: boolean; uploading: boolean }
  | { type: 'image'; file: File | undefined }
  | { type: 'save' }
  | { type: 'refused'; problem: string; errors: FieldErrors }
  | { type: 'saved' }
  | { type: 'cancelled' }
  | { type: 'withdrawn'; id: number };

export const start: Editing = fresh(0, undefined);

export function editing(now: Editing, event: EditingEvent): Editing {
  switch (event.type) {
    case 'edit':
      return fresh(now.round + 1, event.post);
    case 'title':
      return { ...now, title: event.title, errors: without('title', now.errors) };
    case 'content': {
      const { html, changed, uploading } = event;
      return { ...now, content: html, contentChanged: changed, uploading, errors: without('content', now.errors) };
    }
    case 'image':
      return withImage(now, event.file);
    case 'save':
      return { ...now, saving: true, errors: {}, problem: undefined };
    case 'refused':
      return { ...now, saving: false, ...saidOf(event.problem, event.errors) };
    case 'saved':
    case 'cancelled':
      return fresh(now.round + 1, undefined);
    case 'withdrawn':
      return now.post?.id === event.id ? fresh(now.round + 1, undefined) : now;
  }
}

/** Something in the form would be lost. */
export function isUnsaved({ post, title, contentChanged, uploading, image }: Editing): boolean {
  return title !== (post?.title ?? '') || contentChanged || uploading || image !== undefined;
}

function fresh(round: number, post: Post | undefined): Editing {
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

function withImage(now: Editing, file: File | undefined): Editing {
  if (!file || file.type.startsWith('image/')) return { ...now, image: file, errors: without('image', now.errors) };
  return { ...now, image: undefined, errors: { ...now.errors, image: ['Choose an image file.'] } };
}

const FIELDS = ['title', 'image', 'content'];

/** What is said of a field stands at the field; everything else under the form. */
function saidOf(problem: string, errors: FieldErrors): Pick<Editing, 'errors' | 'problem'> {
  const known = Object.fromEntries(Object.entries(errors).filter(([field]) => FIELDS.includes(field)));
  return { errors: known, problem: Object.keys(known).length > 0 ? undefined : problem };
}

function without(field: string, { [field]: _, ...others }: FieldErrors): FieldErrors {
  return others;
}
