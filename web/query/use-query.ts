import { useEffect } from 'react';
import type { ReadEndpoint, ResponseOf } from '#contracts/endpoints.ts';
import type { Query } from './query.ts';
import { useQueryCache } from './query-cache.ts';
import type { QueryState } from './query-state.ts';

/** For a part of a page that only some people see: its answer is asked for when the part is drawn. */
export function useQuery<N extends ReadEndpoint>({ url }: Query<N>): QueryState<ResponseOf<N>> {
  const answers = useQueryCache();
  useEffect(() => answers.fetch(url), [answers, url]);
  // A change elsewhere on the page may have had it forgotten.
  useEffect(() => answers.fetchIfMissing(url));
  // What is kept under the URL of a call is the reply to that call.
  return answers.read(url) as QueryState<ResponseOf<N>>;
}
