// A rough guess at how hard a password is to guess. It only advises; the server decides what is accepted.

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

export function strengthOf(password: string): Strength {
  if (password.length < 8) return 'short';
  const isPredictable =
    new Set(password.toLowerCase()).size < 5 || /^\d+$|passw|qwert|asdf|12345|letme|iloveyou|welcome/i.test(password);
  if (isPredictable) return 'weak';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  return password.length + 2 * kinds >= 18 ? 'strong' : 'fair';
}
