import type { OrderStatus } from '#contracts/ordering-rules.ts';

/** Word, dot and colour; a hollow dot is no money, or no longer, in the till. */
export function StatusPill({ status }: { status: OrderStatus }) {
  return <span className={`pill pill-${status}`}>{capitalize(status)}</span>;
}

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
