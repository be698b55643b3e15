import { useState } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Sales } from '#contracts/reports.ts';
import { download } from '#web/query/download.ts';
import { useRouteLocation } from '#web/router/route-definition.ts';
import { Field } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

const presets = [
  { range: '30d', label: 'Last 30 days' },
  { range: 'harvest', label: 'This harvest year' },
  { range: 'all', label: 'All' },
];

/** Selects the date range. Plain links and a GET form: the URL holds the choice. */
export function RangeForm({ sales }: { sales: Sales | undefined }) {
  const { searchParams } = useRouteLocation();
  const selected = searchParams.get('range') ?? (searchParams.get('from') ? 'custom' : '30d');
  return (
    <div className="sales-tools">
      <nav aria-label="Range">
        {presets.map(({ range, label }) => (
          <a
            key={range}
            className="button"
            href={`${pagePaths.sales}?range=${range}`}
            aria-current={selected === range ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {/* Dates arrive with the data; what was typed before stays. */}
      <form
        className={selected === 'custom' ? 'sales-custom' : undefined}
        action={pagePaths.sales}
        method="get"
        key={searchParams.toString()}
      >
        <input type="hidden" name="range" value="custom" />
        <Field label="From" type="date" name="from" required defaultValue={sales?.from ?? ''} />
        <Field label="To" type="date" name="to" required defaultValue={sales?.to ?? ''} />
        <button className="button" type="submit">
          Show
        </button>
      </form>
      {sales && <ExportButton from={sales.from} to={sales.to} />}
    </div>
  );
}

function ExportButton({ from, to }: { from: string; to: string }) {
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    const query = new URLSearchParams({ range: 'custom', from, to });
    if (!(await download(`/api/orders/export?${query}`)))
      toast({ text: "Couldn't export the orders. Please try again.", variant: 'destructive' });
    setBusy(false);
  }
  return (
    <button className="button" type="button" aria-busy={busy} disabled={busy} onClick={() => void save()}>
      Export orders (CSV)
    </button>
  );
}
