/** Where a piece of data stands: each state carries what a screen needs to show it, and nothing else. */
export type QueryState<T> =
  | { is: 'loading' }
  | { is: 'failed'; message: string; status: number | undefined; retry(): void }
  | { is: 'ready'; data: T };

export const loading: QueryState<never> = { is: 'loading' };
