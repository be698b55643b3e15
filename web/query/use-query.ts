import { useEffect } from 'react';
import type { ReadEndpoint, ResponseOf } from '#contracts/endpoints.ts';
import type { Get } from './query.ts';
import { useAnswers } from './query-cache.ts';
import type { Load } from './query-state.ts';

/** For a part of a page that only some people see: its answer is asked for when the part is drawn. */
export function useAnswer<N extends ReadEndpoint>({ url }: Get<N>): Load<ResponseOf<N>> {
  const answers = useAnswers();
  useEffect(() => answers.want(url), [answers, url]);
  // A change elsewhere on the page may have had it forgotten.
  useEffect(() => answers.wantForgotten(url));
  // What is kept under the URL of a call is the reply to that call.
  return answers.read(url) as Load<ResponseOf<N>>;
}
