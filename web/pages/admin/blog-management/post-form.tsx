import { type Dispatch, type ReactNode, useEffect, useRef } from 'react';
import { EditConflict, RestoreInput } from '#web/ui/edit-conflict.tsx';
import { Field, FieldFrame, FormError } from '#web/ui/field.tsx';
import { ContentField } from './content-field.tsx';
import { ImageField } from './image-field.tsx';
import { conflictIn, type TextField } from './post-conflict.ts';
import { initialState, type PostFormEvent, type PostFormState } from './post-form-state.ts';
import { PublishFields } from './publish-fields.tsx';

type Props = { state: PostFormState; dispatch: Dispatch<PostFormEvent>; onSave(): Promise<void> };

export function PostForm({ state, dispatch, onSave }: Props) {
  const { post, formKey, title, image, saving, uploading, errors, message, conflict, typed, editor } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
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

  useEffect(() => {
    const next = conflict?.loaded ? '.restore-input, [type="submit"]' : '.edit-conflict button';
    if (conflict) form.current?.querySelector<HTMLElement>(next)?.focus();
  }, [conflict]);

  const restore = (field: TextField) => {
    const text = typed[field];
    return text === undefined ? undefined : (
      <RestoreInput text={shorten(text)} onRestore={() => dispatch({ type: 'restore', field })} />
    );
  };

  return (
    <section className="post-form-section" aria-labelledby="post-form-heading">
      <h3 ref={heading} id="post-form-heading" tabIndex={-1}>
        {post ? 'Edit Blog Post' : 'Add New Blog Post'}
      </h3>
      <form
        ref={form}
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
          help={restore('title')}
          onChange={({ target }) => dispatch({ type: 'title', text: target.value })}
        />
        <ImageField
          chosen={image}
          stored={post?.image_url ?? undefined}
          disabled={saving}
          error={errors.image?.[0]}
          onChoose={(file) => dispatch({ type: 'image', file })}
        />
        <ContentField
          key={editor.key}
          initialHtml={editor.html}
          readOnly={saving}
          error={errors.content?.[0]}
          help={restore('content')}
          onChange={(content) => dispatch({ type: 'content', ...content })}
        />
        <DescriptionField state={state} dispatch={dispatch} restore={restore('description')} />
        <PublishFields state={state} dispatch={dispatch} />
        <div className="post-form-end">
          <EditConflict
            conflict={conflictIn(state)}
            replacedInput={Object.keys(typed).length > 0}
            onLoadCurrent={() => dispatch({ type: 'load current' })}
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
        </div>
      </form>
    </section>
  );
}

type DescriptionProps = Pick<Props, 'state' | 'dispatch'> & { restore: ReactNode };

function DescriptionField({ state: { description, saving, errors }, dispatch, restore }: DescriptionProps) {
  return (
    <div className="description-field">
      <FieldFrame
        label="For search engines"
        optional
        error={errors.description?.[0]}
        help={
          restore ??
          'Shown below the headline in search results. Without it, search engines take the first words of the post.'
        }
      >
        {(control) => (
          <textarea
            className="field-input"
            name="description"
            rows={2}
            value={description}
            readOnly={saving}
            onChange={({ target }) => dispatch({ type: 'description', text: target.value })}
            {...control}
          />
        )}
      </FieldFrame>
    </div>
  );
}

/** Enough to recognize what was typed, without the tags. */
function shorten(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
