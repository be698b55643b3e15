// A labeled field with help and error text, wired up for assistive technology.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

type FrameProps = {
  label: string;
  optional?: boolean;
  unit?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
};
type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** For custom controls: an editor, a file input, a select. */
export function FieldFrame({
  label,
  optional = false,
  unit,
  help,
  error,
  children,
}: FrameProps & { children(control: ControlProps): ReactNode }) {
  const id = useId();
  const describedBy =
    [help && `${id}-help`, error && `${id}-error`, unit && `${id}-unit`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <div className="field-label">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {optional && <span>Optional</span>}
        {unit && <span id={`${id}-unit`}>{unit}</span>}
      </div>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
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

export function Field({ label, optional, help, error, ...input }: FrameProps & ComponentProps<'input'>) {
  return (
    <FieldFrame label={label} {...(optional && { optional })} help={help} error={error}>
      {(control) => <input className="field-input" {...input} {...control} />}
    </FieldFrame>
  );
}

/** The error line under a form. Always rendered, so the layout doesn't shift. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <p className="form-error" role="alert">
      {text && <Icon name="warning" size={20} />}
      {text}
    </p>
  );
}
