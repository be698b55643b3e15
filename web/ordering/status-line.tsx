import { pagePaths } from '#contracts/page-paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useOnline } from '#web/ui/use-online.ts';
import { isBusy, isFailure, type Status } from './order-form-state.ts';

type Props = {
  status: Status;
  payBy: 'card' | 'invoice' | undefined;
  /** What the button says that charges the card. */
  button?: string;
};

/** The payment status. Always rendered, so the layout doesn't shift. */
export function StatusLine({ status, payBy, button = 'Pay' }: Props) {
  const offline = !useOnline() && status.is === 'idle';
  const order = 'order' in status ? status.order : undefined;
  return (
    <p
      className={`order-status order-status-${toneOf(status)} order-status-is-${offline ? 'offline' : status.is}`}
      role="status"
    >
      {iconOf(status)}
      <span>
        {offline ? OFFLINE : textOf(status, payBy, button)}{' '}
        {order && <a href={`${pagePaths.order(order.id)}?key=${order.key}`}>See order {order.id}</a>}
      </span>
    </p>
  );
}

/** The page's own notice is behind the form. */
const OFFLINE = "You're offline. What you typed is kept; pay when you're back.";

function textOf(status: Status, payBy: Props['payBy'], button: string): string {
  if ('text' in status) return status.text;
  if (status.is === 'processing') return payBy === 'invoice' ? 'Placing order...' : 'Processing payment...';
  if (status.is === 'checking') return 'Checking your last payment...';
  if (payBy === 'invoice') return 'Your card is not charged.';
  return payBy === 'card' ? `Your card is charged once, when you press ${button}.` : '';
}

function toneOf(status: Status): 'calm' | 'bad' | 'good' {
  if (status.is === 'idle' || isBusy(status)) return 'calm';
  return isFailure(status) ? 'bad' : 'good';
}

function iconOf(status: Status) {
  if (isBusy(status)) return <span className="spinner" aria-hidden="true" />;
  if (status.is === 'success' || status.is === 'found') return <Icon name="check" size={20} />;
  return isFailure(status) ? <Icon name="warning" size={20} /> : null;
}
