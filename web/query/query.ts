// Builds a typed query. Its URL is also the cache key.
import type { ParamsOf, QueryOf, ReadEndpoint, ResponseOf } from '#contracts/endpoints.ts';
import type { QueryState } from './query-state.ts';

type Input<N extends ReadEndpoint> = Parts &
  (ParamsOf<N> extends undefined ? unknown : { params: ParamsOf<N> }) &
  (QueryOf<N> extends undefined ? unknown : { query: QueryOf<N> });

export type Query<N extends ReadEndpoint = ReadEndpoint> = {
  name: N;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  url: string;
  /** Reduces the response to what the page needs, to keep the document small. */
  select(response: ResponseOf<N>): ResponseOf<N>;
};

export type QueryStateOf<G> = G extends Query<infer N> ? QueryState<ResponseOf<N>> : never;

type Parts = { params?: object | undefined; query?: object | undefined };

export function query<N extends ReadEndpoint>(
  name: N,
  input: Input<N>,
  select: (response: ResponseOf<N>) => ResponseOf<N> = (response) => response,
): Query<N> {
  const { params = {}, query = {} }: Parts = input;
  const path = Object.entries(params).reduce(
    (text, [key, value]) => text.replace(`:${key}`, encodeURIComponent(String(value))),
    name.slice('GET '.length),
  );
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  return { name, params: { ...params }, query: { ...query }, url: search ? `${path}?${search}` : path, select };
}
