import { home } from '#content/home.ts';

export function Facts() {
  return (
    <section className="facts" aria-label="At a glance">
      <dl className="wrap tabular-nums">
        {home.facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
