// The state of the post form. It adds a new post unless a post from the list is being edited.
import type { Post } from '#contracts/blog.ts';
import type { ChosenPicture } from '#web/library/chosen-picture.ts';
import { loadCurrent, restoreInput, type TextField } from './post-conflict.ts';
import { type Publishing, publishingOf, suggestedDate } from './publishing.ts';

export type FieldErrors = Record<string, string[]>;

export type PostFormState = {
  /** The post being edited, if any. */
  post: Post | undefined;
  /** Changes with each new form, to remount its fields. */
  formKey: number;
  title: string;
  description: string;
  content: string;
  /** What the editor starts from. A new key remounts it. */
  editor: { key: number; html: string };
  publishing: Publishing;
  image: ChosenPicture | undefined;
  contentChanged: boolean;
  uploading: boolean;
  saving: boolean;
  /** Errors by field, and the message for everything else. */
  errors: FieldErrors;
  message: string | undefined;
  /** The current post after an edit conflict, and whether it has been loaded into the form. */
  conflict: { post: Post; loaded: boolean } | undefined;
  /** The user's input for fields that now show someone else's value. */
  typed: { [field in TextField]?: string };
};

export type PostFormEvent =
  | { type: 'edit'; post: Post }
  | { type: 'title' | 'description'; text: string }
  | { type: 'content'; html: string; changed: boolean; uploading: boolean }
  | { type: 'publishing'; choice: Publishing['choice'] }
  | { type: 'date'; date: string }
  | { type: 'image'; file: ChosenPicture | undefined }
  | { type: 'failed'; message: string; errors: FieldErrors; current?: Post | undefined }
  | { type: 'restore'; field: TextField }
  | { type: 'save' | 'saved' | 'cancel' | 'load current' }
  | { type: 'deleted'; id: number };

export const initialState: PostFormState = newForm(0, undefined);

export function postFormReducer(state: PostFormState, event: PostFormEvent): PostFormState {
  switch (event.type) {
    case 'edit':
      return newForm(state.formKey + 1, event.post);
    case 'title':
    case 'description':
      return { ...state, [event.type]: event.text, errors: omitField(event.type, state.errors) };
    case 'content':
      return withContent(state, event);
    case 'publishing': {
      const date = event.choice === 'date' ? suggestedDate(state.post) : '';
      return { ...state, publishing: { choice: event.choice, date }, errors: omitField('published_at', state.errors) };
    }
    case 'date':
      return {
        ...state,
        publishing: { ...state.publishing, date: event.date },
        errors: omitField('published_at', state.errors),
      };
    case 'image':
      return withImage(state, event.file);
    case 'save':
      return { ...state, saving: true, errors: {}, message: undefined };
    case 'failed': {
      const conflict = event.current ? { post: event.current, loaded: false } : state.conflict;
      return { ...state, saving: false, ...splitErrors(event.message, event.errors), conflict };
    }
    case 'load current':
      return loadCurrent(state);
    case 'restore':
      return restoreInput(state, event.field);
    case 'saved':
    case 'cancel':
      return newForm(state.formKey + 1, undefined);
    case 'deleted':
      return state.post?.id === event.id ? newForm(state.formKey + 1, undefined) : state;
  }
}

export function isUnsaved({ post, publishing, typed, ...form }: PostFormState): boolean {
  return (
    form.title !== (post?.title ?? '') ||
    form.description !== (post?.description ?? '') ||
    publishing.choice !== publishingOf(post).choice ||
    form.contentChanged ||
    form.uploading ||
    form.image !== undefined ||
    Object.keys(typed).length > 0
  );
}

function newForm(formKey: number, post: Post | undefined): PostFormState {
  const content = post?.content ?? '';
  return {
    post,
    formKey,
    title: post?.title ?? '',
    description: post?.description ?? '',
    content,
    editor: { key: 0, html: content },
    publishing: publishingOf(post),
    image: undefined,
    contentChanged: false,
    uploading: false,
    saving: false,
    errors: {},
    message: undefined,
    conflict: undefined,
    typed: {},
  };
}

type ContentEvent = Extract<PostFormEvent, { type: 'content' }>;

function withContent(state: PostFormState, { html, changed, uploading }: ContentEvent): PostFormState {
  // After "Put it back" the editor starts from text that is not saved.
  const contentChanged = changed || state.editor.html !== (state.post?.content ?? '');
  return { ...state, content: html, contentChanged, uploading, errors: omitField('content', state.errors) };
}

function withImage(state: PostFormState, file: ChosenPicture | undefined): PostFormState {
  if (!(file instanceof File) || file.type.startsWith('image/'))
    return { ...state, image: file, errors: omitField('image', state.errors) };
  return { ...state, image: undefined, errors: { ...state.errors, image: ['Choose an image file.'] } };
}

const FIELDS = ['title', 'image', 'content', 'description', 'published_at'];

/** Known field errors are shown at their fields, everything else below the form. */
function splitErrors(message: string, errors: FieldErrors): Pick<PostFormState, 'errors' | 'message'> {
  const known = Object.fromEntries(Object.entries(errors).filter(([field]) => FIELDS.includes(field)));
  return { errors: known, message: Object.keys(known).length > 0 ? undefined : message };
}

function omitField(field: string, { [field]: _, ...others }: FieldErrors): FieldErrors {
  return others;
}
