import { type Dispatch, useEffect, useRef } from 'react';
import { Field, FormError } from '#web/ui/field.tsx';
import { ContentField } from './content-field.tsx';
import { ImageField } from './image-field.tsx';
import { initialState, type PostFormEvent, type PostFormState } from './post-form-state.ts';

type Props = { state: PostFormState; dispatch: Dispatch<PostFormEvent>; onSave(): Promise<void> };

export function PostForm({ state, dispatch, onSave }: Props) {
  const { post, formKey, title, image, saving, uploading, errors, message } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const titleError = errors.title?.[0];

  // Editing scrolls to the form; saving or canceling keeps the scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new form
  useEffect(() => {
    if (formKey === initialState.formKey) return;
    if (!post) return heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
    titleField.current?.focus({ preventScroll: true });
  }, [formKey]);
  useEffect(() => {
    if (titleError) titleField.current?.focus();
  }, [titleError]);

  return (
    <section className="post-form-section" aria-labelledby="post-form-heading">
      <h3 ref={heading} id="post-form-heading" tabIndex={-1}>
        {post ? 'Edit Blog Post' : 'Add New Blog Post'}
      </h3>
      <form
        key={formKey}
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
          onChange={({ target }) => dispatch({ type: 'title', title: target.value })}
        />
        <ImageField
          chosen={image}
          stored={post?.image_url ?? undefined}
          disabled={saving}
          error={errors.image?.[0]}
          onChoose={(file) => dispatch({ type: 'image', file })}
        />
        <ContentField
          initialHtml={post?.content ?? ''}
          readOnly={saving}
          error={errors.content?.[0]}
          onChange={(content) => dispatch({ type: 'content', ...content })}
        />
        <div className="post-form-buttons">
          <button className="button button-gold" type="submit" aria-busy={saving} disabled={saving || uploading}>
            {post ? 'Update Blog Post' : 'Add Blog Post'}
          </button>
          {post && (
            <button className="button" type="button" disabled={saving} onClick={() => dispatch({ type: 'cancel' })}>
              Cancel
            </button>
          )}
          <FormError text={message} />
        </div>
      </form>
    </section>
  );
}
