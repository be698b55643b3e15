import { useState } from 'react';
import { Field } from './field.tsx';
import { type Strength, strengthOf } from './password-strength.ts';

const hints: Record<Strength, string> = {
  short: 'At least 8 characters',
  weak: 'Easy to guess. Try a few words that only you would put together.',
  fair: 'Good. A few more characters make it stronger.',
  strong: 'Strong',
};

/** A field for a new password, with a hint on how strong it is. The hint never blocks. */
export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  const [strength, setStrength] = useState<Strength>('short');
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      minLength={8}
      required
      onChange={(event) => setStrength(strengthOf(event.target.value))}
      help={<span role="status">{hints[strength]}</span>}
      error={error}
    />
  );
}
