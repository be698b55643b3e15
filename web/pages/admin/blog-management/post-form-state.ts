// The state of the post form. It adds a new post unless a post from the list is being edited.
import type { Post } from '#contracts/blog.ts';
import type { ChosenPicture } from '#web/library/chosen-picture.ts';

type FieldErrors = Record<string, string[]>;

export type PostFormState = {
  /** The post being edited, if any. */
  post: Post | undefined;
  /** Changes with each new form, to remount its fields. */
  formKey: number;
  title: string;
  content: string;
  image: ChosenPicture | undefined;
  contentChanged: boolean;
  uploading: boolean;
  saving: boolean;
  /** Errors by field, and the message for everything else. */
  errors: FieldErrors;
  message: string | undefined;
};

export type PostFormEvent =
  | { type: 'edit'; post: Post }
  | { type: 'title'; title: string }
  | { type: 'content'; html: string; changed: boolean; uploading: boolean }
  | { type: 'image'; file: ChosenPicture | undefined }
  | { type: 'save' }
  | { type: 'failed'; message: string; errors: FieldErrors }
  | { type: 'saved' }
  | { type: 'cancel' }
  | { type: 'deleted'; id: number };

export const initialState: PostFormState = newForm(0, undefined);

export function postFormReducer(state: PostFormState, event: PostFormEvent): PostFormState {
  switch (event.type) {
    case 'edit':
      return newForm(state.formKey + 1, event.post);
    case 'title':
      return { ...state, title: event.title, errors: omitField('title', state.errors) };
    case 'content': {
      const { html, changed, uploading } = event;
      return {
        ...state,
        content: html,
        contentChanged: changed,
        uploading,
        errors: omitField('content', state.errors),
      };
    }
    case 'image':
      return withImage(state, event.file);
    case 'save':
      return { ...state, saving: true, errors: {}, message: undefined };
    case 'failed':
      return { ...state, saving: false, ...splitErrors(event.message, event.errors) };
    case 'saved':
    case 'cancel':
      return newForm(state.formKey + 1, undefined);
    case 'deleted':
      return state.post?.id === event.id ? newForm(state.formKey + 1, undefined) : state;
  }
}

export function isUnsaved({ post, title, contentChanged, uploading, image }: PostFormState): boolean {
  return title !== (post?.title ?? '') || contentChanged || uploading || image !== undefined;
}

function newForm(formKey: number, post: Post | undefined): PostFormState {
  return {
    post,
    formKey,
    title: post?.title ?? '',
    content: post?.content ?? '',
    image: undefined,
    contentChanged: false,
    uploading: false,
    saving: false,
    errors: {},
    message: undefined,
  };
}

function withImage(state: PostFormState, file: ChosenPicture | undefined): PostFormState {
  if (!(file instanceof File) || file.type.startsWith('image/'))
    return { ...state, image: file, errors: omitField('image', state.errors) };
  return { ...state, image: undefined, errors: { ...state.errors, image: ['Choose an image file.'] } };
}

const FIELDS = ['title', 'image', 'content'];

/** Known field errors are shown at their fields, everything else below the form. */
function splitErrors(message: string, errors: FieldErrors): Pick<PostFormState, 'errors' | 'message'> {
  const known = Object.fromEntries(Object.entries(errors).filter(([field]) => FIELDS.includes(field)));
  return { errors: known, message: Object.keys(known).length > 0 ? undefined : message };
}

function omitField(field: string, { [field]: _, ...others }: FieldErrors): FieldErrors {
  return others;
}
