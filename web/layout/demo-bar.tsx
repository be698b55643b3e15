import { useClientConfig } from '#web/session/client-config.ts';

/** Wherever one is: nobody must take the demo for the real thing. */
export function DemoBar() {
  if (useClientConfig().payments.provider !== 'demo') return null;
  return (
    <aside className="demo-bar" aria-label="Payments">
      Demo payments: cards are not charged on this site.
    </aside>
  );
}
