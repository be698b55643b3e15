/** +15305550100 for (530) 555-0100; undefined if nobody could call it. Numbers of other countries start with a plus. */
export function dialedNumber(shown: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(shown)) return undefined;
  const digits = shown.replace(/\D/g, '');
  if (shown.startsWith('+')) return digits.length >= 8 && digits.length <= 15 ? `+${digits}` : undefined;
  const national = digits.replace(/^1(?=\d{10}$)/, '');
  return national.length === 10 ? `+1${national}` : undefined;
}

/** For href. */
export const phoneLink = (shown: string): string => `tel:${dialedNumber(shown) ?? shown}`;
