import type { Dispatch } from 'react';
import { Field, FieldFrame } from '#web/ui/field.tsx';
import type { PostFormEvent, PostFormState } from './post-form-state.ts';
import { choicesFor } from './publishing.ts';

/** When the post is published. */
export function PublishFields({ state, dispatch }: { state: PostFormState; dispatch: Dispatch<PostFormEvent> }) {
  const { post, publishing, saving, errors } = state;
  const choices = choicesFor(post);
  const error = errors.published_at?.[0];
  return (
    <div className="publish-fields">
      <FieldFrame label="Publish" error={publishing.choice === 'date' ? undefined : error}>
        {(control) => (
          <select
            className="field-input"
            value={publishing.choice}
            disabled={saving}
            onChange={({ currentTarget: { value } }) => {
              const choice = choices.find((each) => each.value === value);
              if (choice) dispatch({ type: 'publishing', choice: choice.value });
            }}
            {...control}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {publishing.choice === 'date' && (
        <Field
          type="datetime-local"
          label="Date and time"
          help="Farm time. A later time publishes the post by itself. An earlier one sets its date."
          required
          min="2000-01-01T00:00"
          max="2099-12-31T23:59"
          value={publishing.date}
          readOnly={saving}
          error={error}
          onChange={({ target }) => dispatch({ type: 'date', date: target.value })}
        />
      )}
    </div>
  );
}
