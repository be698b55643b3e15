import type { OrderStatus } from '#contracts/ordering-rules.ts';

/** Label, dot and color. A hollow dot means the shop holds no money for the order. */
export function StatusPill({ status, onTerms = false }: { status: OrderStatus; onTerms?: boolean }) {
  return (
    <>
      <span className={`pill pill-${status}`}>{capitalize(status)}</span>
      {onTerms && status === 'pending' && <span className="pill-note">On terms</span>}
    </>
  );
}

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
