import { type InputHTMLAttributes, type KeyboardEvent, useImperativeHandle, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { CardFormProps } from './card-token.ts';
import {
  type DemoCard as Card,
  formatCardNumber,
  formatExpiry,
  invalidFields,
  isComplete,
  tokenize,
} from './demo-card-rules.ts';

const fields: (InputHTMLAttributes<HTMLInputElement> & {
  name: keyof Card;
  label: string;
  format(text: string): string;
})[] = [
  {
    name: 'number',
    label: 'Card number',
    autoComplete: 'cc-number',
    placeholder: '4111 1111 1111 1111',
    format: formatCardNumber,
  },
  { name: 'expiry', label: 'Expiry date', autoComplete: 'cc-exp', placeholder: 'MM / YY', format: formatExpiry },
  {
    name: 'cvv',
    label: 'Security code',
    autoComplete: 'cc-csc',
    placeholder: 'CVV',
    format: (text) => text.slice(0, 4),
  },
  {
    name: 'zip',
    label: 'Card ZIP code',
    autoComplete: 'postal-code',
    placeholder: 'ZIP',
    format: (text) => text.slice(0, 5),
  },
];

/** The demo card form. The card number never leaves this component. */
export function DemoCard({ ref, locked, zip, onEdit }: CardFormProps) {
  const [typed, setTyped] = useState<Partial<Card>>({});
  const [invalid, setInvalid] = useState<(keyof Card)[]>([]);
  const inputs = useRef<Partial<Record<keyof Card, HTMLInputElement | null>>>({});
  /** The field that got the focus by itself. */
  const movedTo = useRef<keyof Card>(undefined);
  const card: Card = { number: '', expiry: '', cvv: '', zip, ...typed };
  useImperativeHandle(ref, () => ({
    async tokenize() {
      setInvalid(invalidFields(card, new Date()));
      return tokenize(card, new Date());
    },
    focus: () => inputs.current[invalid[0] ?? 'number']?.focus(),
  }));

  function edit(name: keyof Card, text: string) {
    const grew = text.length > card[name].length;
    setTyped({ ...typed, [name]: text });
    setInvalid(invalid.filter((each) => each !== name));
    onEdit();
    const next = fields[fields.findIndex((field) => field.name === name) + 1];
    movedTo.current = grew && isComplete(name, text) ? next?.name : undefined;
    if (movedTo.current) inputs.current[movedTo.current]?.focus();
  }

  /** Many people press Tab anyway. It must not skip the field they have just come to. */
  function ignoreTabAfterMove(event: KeyboardEvent, name: keyof Card) {
    if (event.key !== 'Tab' || event.shiftKey || movedTo.current !== name) return;
    event.preventDefault();
    movedTo.current = undefined;
  }

  return (
    <>
      <div className="card-form">
        <Icon name="card" size={20} />
        {fields.map(({ name, label, format, ...input }) => (
          <input
            key={name}
            {...input}
            className={`card-form-${name} tabular-nums`}
            ref={(element) => {
              inputs.current[name] = element;
            }}
            aria-label={label}
            aria-invalid={invalid.includes(name)}
            inputMode="numeric"
            readOnly={locked}
            value={card[name]}
            onChange={({ target }) => edit(name, format(target.value))}
            onKeyDown={(event) => ignoreTabAfterMove(event, name)}
          />
        ))}
      </div>
      <p className="field-help">Demo payments: nothing is charged.</p>
    </>
  );
}
