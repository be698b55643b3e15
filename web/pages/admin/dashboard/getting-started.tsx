import { pagePaths } from '#contracts/page-paths.ts';
import type { GettingStarted as Steps } from '#contracts/status.ts';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { FormError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

type StepName = Steps['steps'][number]['name'];

const texts: Record<StepName, { label: string; text: string; href: string }> = {
  address: {
    label: 'Your farm',
    text: 'Enter its name, address, phone and hours.',
    href: pagePaths.settingSection('farm'),
  },
  pictures: {
    label: 'Your pictures',
    text: 'Put pictures of your own farm into the gallery.',
    href: pagePaths.settingSection('gallery'),
  },
  payments: { label: 'Connect Square', text: 'Until then no card is charged.', href: pagePaths.status },
  mail: { label: 'Connect email', text: 'Until then buyers get no confirmation.', href: pagePaths.status },
  'two-step login': {
    label: 'Two-step login',
    text: 'A stolen password alone must not open the shop.',
    href: pagePaths.account,
  },
  backup: { label: 'First backup', text: 'Make one, and keep a copy somewhere else.', href: pagePaths.backups },
  live: { label: 'Go live', text: 'Give the shop its https address.', href: pagePaths.status },
};

/** What a new shop still has to do. Shows nothing while it loads, and once it is done or put away. */
export function GettingStarted() {
  const steps = useQuery(query('GET /api/getting-started', {}));
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  if (steps.is !== 'ready') return null;
  const { data } = steps.data;
  const done = data.steps.filter((step) => step.done).length;
  if (data.hidden || done === data.steps.length) return null;

  const putAway = () =>
    submit(async () => {
      await mutate('PUT /api/getting-started', { body: { hidden: true } });
      queryCache.invalidate('/api/getting-started');
    });

  return (
    <section className="getting-started" aria-labelledby="getting-started">
      <div className="getting-started-head">
        <h2 id="getting-started">
          Getting started: {done} of {data.steps.length} done
        </h2>
        <button className="button" type="button" disabled={busy} onClick={putAway}>
          Put away
        </button>
      </div>
      <FormError text={error.text} />
      <ul>
        {data.steps.map((step) => (
          <Step key={step.name} {...step} />
        ))}
      </ul>
    </section>
  );
}

function Step({ name, done }: Steps['steps'][number]) {
  const { label, text, href } = texts[name];
  return (
    <li className={done ? 'getting-started-done' : undefined}>
      <span className="getting-started-mark">{done && <Icon name="check" size={18} />}</span>
      {done ? (
        <span>
          {label} <span className="visually-hidden">(done)</span>
        </span>
      ) : (
        <span>
          <a href={href}>{label}</a> <span className="admin-faint">{text}</span>
        </span>
      )}
    </li>
  );
}
