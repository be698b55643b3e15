import { useSyncExternalStore } from 'react';

/** Says why nothing answers, for as long as the browser knows of no line. */
export function OfflineBar() {
  const online = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
  return <div role="status">{!online && <p className="offline-bar">You are offline. What you typed is kept.</p>}</div>;
}

function listen(changed: () => void) {
  for (const event of ['online', 'offline']) addEventListener(event, changed);
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, changed);
  };
}
