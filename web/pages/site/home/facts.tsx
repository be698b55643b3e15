import type { Settings } from '#contracts/setting-sections.ts';

export function Facts({ facts }: { facts: Settings['home']['facts'] }) {
  return (
    <section className="facts" aria-label="At a glance">
      <dl className="wrap tabular-nums">
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
