import { useOnline } from '#web/ui/use-online.ts';

/** Explains why nothing loads while the browser is offline. */
export function OfflineBar() {
  const online = useOnline();
  return <div role="status">{!online && <p className="offline-bar">You're offline. Your input is kept.</p>}</div>;
}
