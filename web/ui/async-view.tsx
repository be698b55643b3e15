import type { ReactNode } from 'react';
import type { QueryState } from '#web/query/query-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
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
      // A response of the wrong shape fails here, and only this part of the page.
      return (
        <ErrorBoundary resetKey={state.data}>
          <Ready data={state.data}>{children}</Ready>
        </ErrorBoundary>
      );
  }
}

/** A component, so that what `children` throws reaches the boundary. */
function Ready<T>({ data, children }: { data: T; children(data: T): ReactNode }) {
  return children(data);
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
