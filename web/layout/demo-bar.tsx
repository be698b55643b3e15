import { useClientConfig } from '#web/session/client-config.ts';

/** On every page, so no one mistakes the demo for real payments. */
export function DemoBar() {
  if (useClientConfig().payments.provider !== 'demo') return null;
  return (
    <aside className="demo-bar" aria-label="Payments">
      Demo payments: cards are not charged on this site.
    </aside>
  );
}
