import { expect, test } from 'vitest';
import { initialState, isUnsaved, type PostFormEvent, type PostFormState, postFormReducer } from './post-form-state.ts';

const post = {
  id: 7,
  title: 'First frost',
  content: '<p>White rows.</p>',
  excerpt: 'White rows.',
  image_url: '0123456789abcdef-1200x800.jpg',
  description: '',
  created_at: '2026-10-01T17:00:00.000Z',
  published_at: '2026-10-01T17:00:00.000Z',
  updated_at: '2026-09-12T00:00:00.000Z',
  day: '2026-09-12',
  version: 1,
};
const cones = new File(['x'], 'cones.jpg', { type: 'image/jpeg' });

const after = (...events: PostFormEvent[]): PostFormState => events.reduce(postFormReducer, initialState);
const contentEvent = (html: string): PostFormEvent => ({ type: 'content', html, changed: true, uploading: false });

test('the form starts empty, for a new post', () => {
  expect(initialState).toMatchObject({ post: undefined, title: '', content: '', image: undefined });
  expect(isUnsaved(initialState)).toBe(false);
});

test('editing loads title and content and clears the image', () => {
  const state = after({ type: 'image', file: cones }, { type: 'edit', post });

  expect(state).toMatchObject({ post, title: 'First frost', content: '<p>White rows.</p>', image: undefined });
  expect(isUnsaved(state)).toBe(false);
});

test.each(['saved', 'cancel'] as const)('%s resets the form', (type) => {
  const state = after({ type: 'edit', post }, { type: 'title', text: 'Second frost' }, { type });

  expect(state).toEqual({ ...initialState, formKey: 2 });
});

test('every new form gets its own key', () => {
  expect(after({ type: 'edit', post }, { type: 'edit', post }).formKey).toBe(2);
});

test.each<[string, PostFormEvent]>([
  ['title', { type: 'title', text: 'Frost' }],
  ['text', contentEvent('<p>Rows.</p>')],
  ['image', { type: 'image', file: cones }],
  ['description', { type: 'description', text: 'Frost.' }],
  ['date', { type: 'publishing', choice: 'date' }],
])('a changed %s counts as unsaved', (_, event) => {
  expect(isUnsaved(after(event))).toBe(true);
  expect(isUnsaved(after({ type: 'edit', post }, event))).toBe(true);
  expect(isUnsaved(after(event, { type: 'saved' }))).toBe(false);
});

test('restoring the original title counts as saved', () => {
  const state = after({ type: 'edit', post }, { type: 'title', text: 'x' }, { type: 'title', text: post.title });

  expect(isUnsaved(state)).toBe(false);
});

test('a failed save keeps the input', () => {
  const state = after({ type: 'title', text: 'Frost' }, { type: 'save' }, failed({}));

  expect(state).toMatchObject({ title: 'Frost', saving: false, message: 'No.', errors: {} });
});

test('a field error is shown at the field until it changes', () => {
  const state = after({ type: 'save' }, failed({ title: ['Title is required.'], secret: ['x'] }));

  expect(state).toMatchObject({ message: undefined, errors: { title: ['Title is required.'] } });
  expect(state.errors).not.toHaveProperty('secret');
  expect(postFormReducer(state, { type: 'title', text: 'x' }).errors).toEqual({});
});

test('saving again clears earlier errors', () => {
  expect(after({ type: 'save' }, failed({}), { type: 'save' })).toMatchObject({ saving: true, message: undefined });
});

test('a file that is not an image is rejected', () => {
  const state = after({ type: 'image', file: new File(['x'], 'notes.txt', { type: 'text/plain' }) });

  expect(state).toMatchObject({ image: undefined, errors: { image: ['Choose an image file.'] } });
});

test("deleting the edited post resets the form; deleting another doesn't", () => {
  const state = after({ type: 'edit', post });

  expect(postFormReducer(state, { type: 'deleted', id: 8 })).toBe(state);
  expect(postFormReducer(state, { type: 'deleted', id: 7 })).toMatchObject({ post: undefined, title: '' });
});

test('a chosen date starts where the post is, and its error is shown until it changes', () => {
  const state = after({ type: 'edit', post }, { type: 'publishing', choice: 'date' });
  const rejected = postFormReducer(state, failed({ published_at: ['Enter a date.'] }));

  expect(state.publishing.date).toBe('2026-10-01T10:00');
  expect(rejected).toMatchObject({ message: undefined, errors: { published_at: ['Enter a date.'] } });
  expect(postFormReducer(rejected, { type: 'date', date: '2026-12-01T09:00' }).errors).toEqual({});
});

function failed(errors: Record<string, string[]>): PostFormEvent {
  return { type: 'failed', message: 'No.', errors };
}
