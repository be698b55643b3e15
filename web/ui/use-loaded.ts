import { useEffect, useEffectEvent, useState } from 'react';

export type Loaded<T> = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; module: T };

/** A part of a page that is loaded after the page, so that the rest appears first. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [part, setPart] = useState<Loaded<T>>({ is: 'loading' });
  const start = useEffectEvent(load);
  useEffect(() => {
    let mounted = true;
    start().then(
      (module) => mounted && setPart({ is: 'ready', module }),
      () => mounted && setPart({ is: 'failed' }),
    );
    return () => {
      mounted = false;
    };
  }, []);
  return part;
}
