import { type InputHTMLAttributes, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { CardFormHandle } from './card-token.ts';
import { type DemoCard as Card, formatCardNumber, formatExpiry, tokenize } from './demo-card-rules.ts';

const parts: (InputHTMLAttributes<HTMLInputElement> & {
  name: keyof Card;
  label: string;
  written(text: string): string;
})[] = [
  {
    name: 'number',
    label: 'Card number',
    autoComplete: 'cc-number',
    placeholder: '4111 1111 1111 1111',
    written: formatCardNumber,
  },
  { name: 'expiry', label: 'Expiry date', autoComplete: 'cc-exp', placeholder: 'MM / YY', written: formatExpiry },
  {
    name: 'cvv',
    label: 'Security code',
    autoComplete: 'cc-csc',
    placeholder: 'CVV',
    written: (text) => text.slice(0, 4),
  },
  {
    name: 'zip',
    label: 'Card ZIP code',
    autoComplete: 'postal-code',
    placeholder: 'ZIP',
    written: (text) => text.slice(0, 5),
  },
];

/** A card form of our own, for trying the shop. The number stays in this field. */
export function DemoCard({ ref, locked }: { ref: Ref<CardFormHandle>; locked: boolean }) {
  const [card, setCard] = useState<Card>({ number: '', expiry: '', cvv: '', zip: '' });
  const first = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    tokenize: async () => tokenize(card, new Date()),
    focus: () => first.current?.focus(),
  }));
  return (
    <>
      <div className="card-form">
        <Icon name="card" size={20} />
        {parts.map(({ name, label, written, ...input }) => (
          <input
            key={name}
            {...input}
            className={`card-form-${name} tabular-nums`}
            ref={name === 'number' ? first : undefined}
            aria-label={label}
            inputMode="numeric"
            readOnly={locked}
            value={card[name]}
            onChange={({ target }) => setCard({ ...card, [name]: written(target.value) })}
          />
        ))}
      </div>
      <p className="field-help">Demo payments: nothing is charged.</p>
    </>
  );
}
