import type { ReactNode } from 'react';
import type { Load } from '#web/query/query-state.ts';
import { Icon } from './icon.tsx';

type Props<T> = {
  from: Load<T>;
  /** The sentence shown while waiting, and the shape of what will come. */
  loading: string;
  skeleton: ReactNode;
  /** For a place that brings no margins of its own. */
  inset?: boolean;
  children(data: T): ReactNode;
};

export function Loaded<T>({ from, loading, skeleton, inset = false, children }: Props<T>) {
  switch (from.is) {
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
          <LoadFailed text={from.why || 'An unknown error occurred.'} again={from.again} />
        </div>
      );
    case 'ready':
      return children(from.data);
  }
}

export function LoadFailed({ text, again }: { text: string; again(): void }) {
  return (
    <div className="state-failed" role="alert">
      <p>
        <Icon name="warning" />
        {text}
      </p>
      <button className="button" type="button" onClick={again}>
        Try again
      </button>
    </div>
  );
}
