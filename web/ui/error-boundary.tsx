import { Component, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  /** Shown instead of the children once they have failed. */
  fallback?: ReactNode;
  /** A new value is a new chance: the next page, or the next response. */
  resetKey?: unknown;
  children: ReactNode;
};

/** Keeps a failure from emptying the page. The root reports it (see report-errors.ts). */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    const { fallback = <PartFailed />, children } = this.props;
    return this.state.failed ? fallback : children;
  }
}

function PartFailed() {
  return (
    <div className="state-failed" role="alert">
      <p>
        <Icon name="warning" />
        This part of the page couldn't be shown.
      </p>
      <ReloadButton />
    </div>
  );
}

export function ReloadButton() {
  return (
    <button className="button" type="button" onClick={() => location.reload()}>
      Reload the page
    </button>
  );
}
