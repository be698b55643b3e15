import { useSyncExternalStore } from 'react';

/** Explains why nothing loads while the browser is offline. */
export function OfflineBar() {
  const online = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
  return <div role="status">{!online && <p className="offline-bar">You're offline. Your input is kept.</p>}</div>;
}

function listen(onChange: () => void) {
  for (const event of ['online', 'offline']) addEventListener(event, onChange);
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, onChange);
  };
}
