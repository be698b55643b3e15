import type { ReactNode } from 'react';
import type { Load } from '../data/load.ts';
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
        <div className={`state-failed${inset ? ' wrap' : ''}`} role="alert">
          <p>
            <Icon name="warning" />
            {from.why}
          </p>
          <button className="button" type="button" onClick={from.again}>
            Try again
          </button>
        </div>
      );
    case 'ready':
      return children(from.data);
  }
}
