import type { ReactNode } from 'react';
import type { QueryState } from '#web/query/query-state.ts';
import { Icon } from './icon.tsx';

type Props<T> = {
  state: QueryState<T>;
  /** The loading text and the placeholder below it. */
  loading: string;
  skeleton: ReactNode;
  /** For containers without margins of their own. */
  inset?: boolean;
  children(data: T): ReactNode;
};

export function AsyncView<T>({ state, loading, skeleton, inset = false, children }: Props<T>) {
  switch (state.is) {
    case 'loading':
      return (
        <div role="status">
          <p className={`state-loading${inset ? ' wrap' : ''}`}>{loading}</p>
          <div aria-hidden="true">{skeleton}</div>
        </div>
      );
    case 'failed':
      return (
        <div className={inset ? 'state-inset wrap' : undefined}>
          <LoadFailed text={state.message || 'An unknown error occurred.'} retry={state.retry} />
        </div>
      );
    case 'ready':
      return children(state.data);
  }
}

export function LoadFailed({ text, retry }: { text: string; retry(): void }) {
  return (
    <div className="state-failed" role="alert">
      <p>
        <Icon name="warning" />
        {text}
      </p>
      <button className="button" type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
