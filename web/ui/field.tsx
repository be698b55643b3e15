// A labelled field with its help and its error, wired for assistive technology once.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

type Frame = { label: string; optional?: boolean; help?: ReactNode; error?: string | undefined };
type Wiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** For a control of one's own: an editor, a file, a select. */
export function FieldFrame({
  label,
  optional = false,
  help,
  error,
  children,
}: Frame & { children(wiring: Wiring): ReactNode }) {
  const id = useId();
  const said = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <div className="field-label">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {optional && <span>Optional</span>}
      </div>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': said })}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" size={18} />
          {error}
        </p>
      )}
    </div>
  );
}

export function Field({ label, optional, help, error, ...input }: Frame & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} {...(optional && { optional })} help={help} error={error}>
      {(wiring) => <input className="field-input" {...input} {...wiring} />}
    </FieldFrame>
  );
}

/** The line under a form that says what went wrong; it keeps its place, so that nothing moves when it speaks. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <p className="form-error" role="alert">
      {text && <Icon name="warning" size={20} />}
      {text}
    </p>
  );
}
