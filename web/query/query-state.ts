/** The state of a query; each variant has only what a screen needs to show it. */
export type QueryState<T> =
  | { is: 'loading' }
  | { is: 'failed'; message: string; status: number | undefined; retry(): void }
  | { is: 'ready'; data: T };

export const loading: QueryState<never> = { is: 'loading' };
