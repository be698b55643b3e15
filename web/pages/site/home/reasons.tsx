import type { ReactNode } from 'react';
import { home } from '#content/home.ts';
import { Heron } from '#web/layout/heron.tsx';
import { Cone } from './cone.tsx';
import { Sack } from './sack.tsx';

export function Reasons() {
  const { sustainable, quality, shipping } = home.reasons;
  return (
    <section className="reasons dark">
      <div className="wrap">
        <h2>Why Choose Us</h2>
        <Reason sign={<Heron />} title="Sustainable" text={sustainable} />
        <Reason sign={<Cone />} title="Premium Quality" text={quality} />
        <Reason sign={<Sack />} title="Fast Shipping" text={shipping} />
      </div>
    </section>
  );
}

function Reason({ sign, title, text }: { sign: ReactNode; title: string; text: string }) {
  return (
    <div className="reason">
      {sign}
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}
