/** Where a piece of data stands: each state carries what a screen needs to show it, and nothing else. */
export type Load<T> =
  | { is: 'loading' }
  | { is: 'failed'; why: string; status: number | undefined; again(): void }
  | { is: 'ready'; data: T };

export const loading: Load<never> = { is: 'loading' };
