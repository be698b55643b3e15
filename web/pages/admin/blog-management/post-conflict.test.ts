import { expect, test } from 'vitest';
import { conflictIn } from './post-conflict.ts';
import { initialState, isUnsaved, type PostFormEvent, postFormReducer } from './post-form-state.ts';

const post = {
  ...{ id: 7, title: 'First frost', content: '<p>White rows.</p>', excerpt: 'White rows.', description: '' },
  ...{ image_url: null, created_at: '2026-10-01T17:00:00.000Z', published_at: '2026-10-01T17:00:00.000Z' },
  ...{ updated_at: '2026-10-01T17:00:00.000Z', day: '2026-10-01', version: 1 },
};
const typing = (html: string, changed = true): PostFormEvent => ({ type: 'content', html, changed, uploading: false });

/** The form after the edits were rejected because someone else saved `theirs`. */
const rejected = (theirs: Partial<typeof post>, ...edits: PostFormEvent[]) => {
  const current = { ...post, ...theirs, version: 2 };
  const failed: PostFormEvent = { type: 'failed', message: 'Nothing was saved.', errors: {}, current };
  return [{ type: 'edit', post } as const, ...edits, failed].reduce(postFormReducer, initialState);
};
const loaded = (theirs: Partial<typeof post>, ...edits: PostFormEvent[]) =>
  postFormReducer(rejected(theirs, ...edits), { type: 'load current' });

test('says what someone else changed and keeps the input', () => {
  const state = rejected({ title: 'Second frost', content: '<p>Grey rows.</p>' }, typing('<p>My rows.</p>'));

  expect(conflictIn(state)).toEqual({ differences: 'Title is now Second frost, Content', loaded: false });
  expect(state).toMatchObject({ title: 'First frost', content: '<p>My rows.</p>', message: 'Nothing was saved.' });
});

test('a text that only one of both changed keeps that change', () => {
  const state = loaded({ title: 'Second frost' }, typing('<p>My rows.</p>'));

  expect(state).toMatchObject({ title: 'Second frost', content: '<p>My rows.</p>', typed: {}, contentChanged: true });
  expect(state.post?.version).toBe(2);
  expect(state.editor).toEqual({ key: 0, html: post.content });
});

test('a text that both changed gets theirs, and mine can be put back', () => {
  const state = loaded({ content: '<p>Grey rows.</p>' }, typing('<p>My rows.</p>'));
  expect(state).toMatchObject({ content: '<p>Grey rows.</p>', typed: { content: '<p>My rows.</p>' } });
  expect(state.editor).toEqual({ key: 1, html: '<p>Grey rows.</p>' });
  expect(isUnsaved(state)).toBe(true);

  const restored = postFormReducer(state, { type: 'restore', field: 'content' });
  expect(restored).toMatchObject({ content: '<p>My rows.</p>', typed: {}, contentChanged: true });
  expect(restored.editor).toEqual({ key: 2, html: '<p>My rows.</p>' });

  // The editor reports no change from what it started with, but that is not what is saved.
  const reported = postFormReducer(restored, typing('<p>My rows.</p>', false));
  expect(reported.contentChanged).toBe(true);
});

test('a chosen date stays; otherwise the post keeps theirs', () => {
  expect(loaded({ published_at: '' }, { type: 'publishing', choice: 'now' }).publishing.choice).toBe('now');
  expect(loaded({ published_at: '' }).publishing.choice).toBe('keep');
});

test('the same change on both sides is no loss', () => {
  const state = loaded({ title: 'Second frost' }, { type: 'title', text: 'Second frost' });

  expect(state).toMatchObject({ title: 'Second frost', typed: {} });
  expect(isUnsaved(state)).toBe(false);
});
