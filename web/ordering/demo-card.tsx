import { type InputHTMLAttributes, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { CardFormHandle } from './card-token.ts';
import { type DemoCard as Card, formatCardNumber, formatExpiry, tokenize } from './demo-card-rules.ts';

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
export function DemoCard({ ref, locked }: { ref: Ref<CardFormHandle>; locked: boolean }) {
  const [card, setCard] = useState<Card>({ number: '', expiry: '', cvv: '', zip: '' });
  const numberInput = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    tokenize: async () => tokenize(card, new Date()),
    focus: () => numberInput.current?.focus(),
  }));
  return (
    <>
      <div className="card-form">
        <Icon name="card" size={20} />
        {fields.map(({ name, label, format, ...input }) => (
          <input
            key={name}
            {...input}
            className={`card-form-${name} tabular-nums`}
            ref={name === 'number' ? numberInput : undefined}
            aria-label={label}
            inputMode="numeric"
            readOnly={locked}
            value={card[name]}
            onChange={({ target }) => setCard({ ...card, [name]: format(target.value) })}
          />
        ))}
      </div>
      <p className="field-help">Demo payments: nothing is charged.</p>
    </>
  );
}
