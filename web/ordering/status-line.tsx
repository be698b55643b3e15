import { useEffect, useRef } from 'react';
import { Icon } from '../ui/icon.tsx';
import { isBad, type Status } from './order-form-state.ts';

/** Says where the payment stands. Its place is kept free: nothing moves when it speaks. */
export function StatusLine({ status }: { status: Status }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (status.is !== 'idle') line.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  return (
    <p ref={line} className={`order-status order-status-${toneOf(status)}`} role="status">
      {iconOf(status)}
      {textOf(status)}
    </p>
  );
}

function textOf(status: Status): string {
  if ('text' in status) return status.text;
  return status.is === 'processing' ? 'Processing payment...' : 'Your card is charged once, when you press Pay.';
}

function toneOf(status: Status): 'calm' | 'bad' | 'good' {
  if (status.is === 'idle' || status.is === 'processing') return 'calm';
  return isBad(status) ? 'bad' : 'good';
}

function iconOf(status: Status) {
  if (status.is === 'processing') return <span className="order-turning" aria-hidden="true" />;
  if (status.is === 'success') return <Icon name="check" size={20} />;
  return isBad(status) ? <Icon name="warning" size={20} /> : null;
}
