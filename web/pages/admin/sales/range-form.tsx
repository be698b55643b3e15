import { useState } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Sales } from '#contracts/reports.ts';
import { download } from '#web/query/download.ts';
import { useRouteLocation } from '#web/router/route-definition.ts';
import { Field } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

const offered = [
  { range: '30d', label: 'Last 30 days' },
  { range: 'harvest', label: 'This harvest year' },
  { range: 'all', label: 'All' },
];

/** Which days are shown. Links and a plain form: the address holds the choice. */
export function RangeForm({ shown }: { shown: Sales | undefined }) {
  const { searchParams } = useRouteLocation();
  const chosen = searchParams.get('range') ?? (searchParams.get('from') ? 'custom' : '30d');
  return (
    <div className="sales-tools">
      <nav aria-label="Range">
        {offered.map(({ range, label }) => (
          <a
            key={range}
            className="button"
            href={`${pagePaths.sales}?range=${range}`}
            aria-current={chosen === range ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <form action={pagePaths.sales} method="get" key={`${shown?.from} ${shown?.to}`}>
        <input type="hidden" name="range" value="custom" />
        <Field label="From" type="date" name="from" required defaultValue={shown?.from ?? ''} />
        <Field label="To" type="date" name="to" required defaultValue={shown?.to ?? ''} />
        <button className="button" type="submit">
          Show
        </button>
      </form>
      {shown && <ExportButton from={shown.from} to={shown.to} />}
    </div>
  );
}

function ExportButton({ from, to }: { from: string; to: string }) {
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    const query = new URLSearchParams({ range: 'custom', from, to });
    if (!(await download(`/api/orders/export?${query}`)))
      toast({ text: 'The orders could not be exported. Please try again.', variant: 'destructive' });
    setBusy(false);
  }
  return (
    <button className="button" type="button" aria-busy={busy} disabled={busy} onClick={() => void save()}>
      Export orders (CSV)
    </button>
  );
}
