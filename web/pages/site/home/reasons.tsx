import type { ReactNode } from 'react';
import type { Settings } from '#contracts/setting-sections.ts';
import { Logo } from '#web/layout/logo.tsx';
import { Cone } from './cone.tsx';
import { Sack } from './sack.tsx';

export function Reasons({ sustainable, quality, shipping }: Settings['home']['reasons']) {
  return (
    <section className="reasons dark">
      <div className="wrap">
        <h2>Why Choose Us</h2>
        <Reason icon={<Logo />} title="Sustainable" text={sustainable} />
        <Reason icon={<Cone />} title="Premium Quality" text={quality} />
        <Reason icon={<Sack />} title="Fast Shipping" text={shipping} />
      </div>
    </section>
  );
}

function Reason({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className="reason">
      {icon}
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}
