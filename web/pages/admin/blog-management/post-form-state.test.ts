import { expect, test } from 'vitest';
import { initialState, isUnsaved, type PostFormEvent, type PostFormState, postFormReducer } from './post-form-state.ts';

const post = {
  id: 7,
  title: 'First frost',
  content: '<p>White rows.</p>',
  excerpt: 'White rows.',
  image_url: '0123456789abcdef-1200x800.jpg',
  created_at: '2026-10-01T17:00:00.000Z',
  day: '2026-09-12',
};
const cones = new File(['x'], 'cones.jpg', { type: 'image/jpeg' });

const after = (...events: PostFormEvent[]): PostFormState => events.reduce(postFormReducer, initialState);
const written = (html: string): PostFormEvent => ({ type: 'content', html, changed: true, uploading: false });

test('it begins with an empty form for a new post', () => {
  expect(initialState).toMatchObject({ post: undefined, title: '', content: '', image: undefined });
  expect(isUnsaved(initialState)).toBe(false);
});

test('editing loads title and content and clears the image', () => {
  const state = after({ type: 'image', file: cones }, { type: 'edit', post });

  expect(state).toMatchObject({ post, title: 'First frost', content: '<p>White rows.</p>', image: undefined });
  expect(isUnsaved(state)).toBe(false);
});

test.each(['saved', 'cancelled'] as const)('%s brings back an empty form', (type) => {
  const state = after({ type: 'edit', post }, { type: 'title', title: 'Second frost' }, { type });

  expect(state).toEqual({ ...initialState, round: 2 });
});

test('each fresh form has a number of its own', () => {
  expect(after({ type: 'edit', post }, { type: 'edit', post }).round).toBe(2);
});

test.each<[string, PostFormEvent]>([
  ['title', { type: 'title', title: 'Frost' }],
  ['text', written('<p>Rows.</p>')],
  ['image', { type: 'image', file: cones }],
])('a %s that was typed or chosen is unsaved', (_, event) => {
  expect(isUnsaved(after(event))).toBe(true);
  expect(isUnsaved(after({ type: 'edit', post }, event))).toBe(true);
  expect(isUnsaved(after(event, { type: 'saved' }))).toBe(false);
});

test('a title typed back to what it was is not unsaved', () => {
  const state = after({ type: 'edit', post }, { type: 'title', title: 'x' }, { type: 'title', title: post.title });

  expect(isUnsaved(state)).toBe(false);
});

test('a refusal keeps what was typed', () => {
  const state = after({ type: 'title', title: 'Frost' }, { type: 'save' }, refused({}));

  expect(state).toMatchObject({ title: 'Frost', saving: false, problem: 'No.', errors: {} });
});

test('what is wrong with a field stands at the field until it is changed', () => {
  const state = after({ type: 'save' }, refused({ title: ['Title is required.'], secret: ['x'] }));

  expect(state).toMatchObject({ problem: undefined, errors: { title: ['Title is required.'] } });
  expect(state.errors).not.toHaveProperty('secret');
  expect(postFormReducer(state, { type: 'title', title: 'x' }).errors).toEqual({});
});

test('saving again takes back what was said before', () => {
  expect(after({ type: 'save' }, refused({}), { type: 'save' })).toMatchObject({ saving: true, problem: undefined });
});

test('a file that is no image is not taken', () => {
  const state = after({ type: 'image', file: new File(['x'], 'notes.txt', { type: 'text/plain' }) });

  expect(state).toMatchObject({ image: undefined, errors: { image: ['Choose an image file.'] } });
});

test('the form lets go of a post that was deleted, and of no other', () => {
  const state = after({ type: 'edit', post });

  expect(postFormReducer(state, { type: 'withdrawn', id: 8 })).toBe(state);
  expect(postFormReducer(state, { type: 'withdrawn', id: 7 })).toMatchObject({ post: undefined, title: '' });
});

function refused(errors: Record<string, string[]>): PostFormEvent {
  return { type: 'refused', problem: 'No.', errors };
}
