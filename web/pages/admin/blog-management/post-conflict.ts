// Two people edited the same post: what the other one changed, and how both edits come together.
import type { Post } from '#contracts/blog.ts';
import type { PostFormState } from './post-form-state.ts';
import { stateText } from './post-state.ts';

export type TextField = 'title' | 'description' | 'content';

/** What someone else changed since the form was opened. */
export function conflictIn({ post, conflict }: PostFormState) {
  return post && conflict && { differences: differencesOf(post, conflict.post), loaded: conflict.loaded };
}

function differencesOf(base: Post, current: Post): string {
  const texts = [
    base.title !== current.title && `Title is now ${current.title}`,
    base.content !== current.content && 'Content',
    base.description !== current.description && 'For search engines',
    base.image_url !== current.image_url && 'Image',
    base.published_at !== current.published_at && `it is now: ${stateText(current)}`,
  ];
  return texts.filter(Boolean).join(', ') || 'no visible differences';
}

/**
 * Bases the form on the current post. A text changed on one side only keeps that change. A text changed on both sides gets
 * the other person's, so it is not overwritten unnoticed, and the user's can be put back. A chosen date or picture stays.
 */
export function loadCurrent(state: PostFormState): PostFormState {
  const { post: base, conflict } = state;
  if (!base || !conflict) return state;
  const { post } = conflict;
  const typed = { ...state.typed };
  const texts = { title: state.title, description: state.description, content: state.content };
  for (const field of ['title', 'description', 'content'] as const) {
    const isMine = field === 'content' ? state.contentChanged : texts[field] !== base[field];
    if (isMine && post[field] === base[field]) continue;
    if (isMine && texts[field] !== post[field]) typed[field] = texts[field];
    texts[field] = post[field];
  }
  const keepsContent = texts.content === state.content;
  return {
    ...state,
    ...texts,
    post,
    typed,
    ...(!keepsContent && { ...startEditor(state, texts.content), contentChanged: false }),
    errors: {},
    message: undefined,
    conflict: { post, loaded: true },
  };
}

export function restoreInput(state: PostFormState, field: TextField): PostFormState {
  const { [field]: text = '', ...typed } = state.typed;
  const restored = { ...state, [field]: text, typed };
  return field === 'content' ? { ...restored, ...startEditor(state, text), contentChanged: true } : restored;
}

const startEditor = ({ editor }: PostFormState, html: string) => ({ editor: { key: editor.key + 1, html } });
