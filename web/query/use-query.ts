import { useEffect } from 'react';
import type { ReadEndpoint, ResponseOf } from '#contracts/endpoints.ts';
import type { Query } from './query.ts';
import { useQueryCache } from './query-cache.ts';
import type { QueryState } from './query-state.ts';

/** For components that only some visitors see: fetches when the component mounts. */
export function useQuery<N extends ReadEndpoint>({ url }: Query<N>): QueryState<ResponseOf<N>> {
  const queryCache = useQueryCache();
  useEffect(() => queryCache.fetch(url), [queryCache, url]);
  // The query may have been invalidated since.
  useEffect(() => queryCache.fetchIfMissing(url));
  // Safe: the cache holds each endpoint's response under its own URL.
  return queryCache.read(url) as QueryState<ResponseOf<N>>;
}
