import { type Dispatch, useEffect, useRef } from 'react';
import { Field, FormError } from '#web/ui/field.tsx';
import { ContentField } from './content-field.tsx';
import { ImageField } from './image-field.tsx';
import { initialState, type PostFormEvent, type PostFormState } from './post-form-state.ts';

type Props = { state: PostFormState; tell: Dispatch<PostFormEvent>; onSave(): Promise<void> };

export function PostForm({ state, tell, onSave }: Props) {
  const { post, round, title, image, saving, uploading, errors, problem } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const titleError = errors.title?.[0];

  // Editing brings one to the form; a form that was saved or given up leaves one where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fresh form is the reason
  useEffect(() => {
    if (round === initialState.round) return;
    if (!post) return heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
    titleField.current?.focus({ preventScroll: true });
  }, [round]);
  useEffect(() => {
    if (titleError) titleField.current?.focus();
  }, [titleError]);

  return (
    <section className="post-form-part" aria-labelledby="post-form-heading">
      <h3 ref={heading} id="post-form-heading" tabIndex={-1}>
        {post ? 'Edit Blog Post' : 'Add New Blog Post'}
      </h3>
      <form
        key={round}
        className="post-form"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void onSave();
        }}
      >
        <Field
          ref={titleField}
          label="Title"
          name="title"
          required
          autoComplete="off"
          value={title}
          readOnly={saving}
          error={titleError}
          onChange={({ target }) => tell({ type: 'title', title: target.value })}
        />
        <ImageField
          chosen={image}
          stored={post?.image_url ?? undefined}
          disabled={saving}
          error={errors.image?.[0]}
          onChoose={(file) => tell({ type: 'image', file })}
        />
        <ContentField
          start={post?.content ?? ''}
          readOnly={saving}
          error={errors.content?.[0]}
          onChange={(written) => tell({ type: 'content', ...written })}
        />
        <div className="post-form-buttons">
          <button className="button button-gold" type="submit" aria-busy={saving} disabled={saving || uploading}>
            {post ? 'Update Blog Post' : 'Add Blog Post'}
          </button>
          {post && (
            <button className="button" type="button" disabled={saving} onClick={() => tell({ type: 'cancelled' })}>
              Cancel
            </button>
          )}
          <FormError text={problem} />
        </div>
      </form>
    </section>
  );
}
