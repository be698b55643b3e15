import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

type Props = Omit<ComponentProps<'input'>, 'onChange'> & {
  value: string | number;
  /** Completes 'One pound less' for screen readers, for example ' of Cascade'. */
  of?: string;
  locked?: boolean;
  onType(text: string): void;
  onStep(by: 1 | -1): void;
};

/** Pounds, to type or to count up and down. Typing replaces what was there. */
export function Stepper({ value, of = '', locked = false, onType, onStep, ...input }: Props) {
  return (
    <div className="stepper">
      <button
        className="icon-button"
        type="button"
        aria-label={`One pound less${of}`}
        disabled={locked}
        onClick={() => onStep(-1)}
      >
        <Icon name="minus" size={20} />
      </button>
      <input
        className="field-input"
        {...input}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        value={value}
        readOnly={locked}
        onChange={({ target }) => onType(target.value)}
        onFocus={({ target }) => target.select()}
      />
      <button
        className="icon-button"
        type="button"
        aria-label={`One pound more${of}`}
        disabled={locked}
        onClick={() => onStep(1)}
      >
        <Icon name="plus" size={20} />
      </button>
    </div>
  );
}
