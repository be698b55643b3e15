import { formatDollars, signedDollars } from '#contracts/money.ts';
import type { Sales } from '#contracts/reports.ts';
import { countDays } from '#contracts/sales-range.ts';

const [WIDTH, HEIGHT, LEFT, FOOT, HEAD] = [700, 320, 56, 28, 24];
const GRID_LINES = 4;
const MAX_LABELS = 12;

type Period = Sales['periods'][number];

/** A bar chart with the best period labeled, and the same numbers in a table for screen readers. */
export function RevenueChart({ periods }: { periods: Period[] }) {
  const best = periods.reduce<Period | undefined>(
    (top, each) => (each.revenue > (top?.revenue ?? 0) ? each : top),
    undefined,
  );
  const top = roundUp(best?.revenue ?? 0);
  const step = (WIDTH - LEFT) / periods.length;
  const y = (revenue: number) => HEAD + (HEIGHT - HEAD - FOOT) * (1 - revenue / top);
  const unit = unitOf(periods);
  const labelInterval = Math.ceil(periods.length / MAX_LABELS);
  return (
    <section className="revenue">
      <h2 className="admin-section">Revenue by {unit}</h2>
      <div className="revenue-columns">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          {Array.from({ length: GRID_LINES + 1 }, (_, line) => (top / GRID_LINES) * line).map((value) => (
            <g key={value}>
              <line className="revenue-line" x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
              <text x={LEFT - 8} y={y(value) + 5} textAnchor="end">
                ${value >= 1000 ? `${Number((value / 1000).toFixed(1))}k` : Number(value.toFixed(2))}
              </text>
            </g>
          ))}
          {periods.map((period, index) => (
            <g key={period.from}>
              <rect
                className={period === best ? 'revenue-best' : 'revenue-bar'}
                x={LEFT + index * step + step * 0.16}
                width={step * 0.68}
                y={y(Math.max(0, period.revenue))}
                height={y(0) - y(Math.max(0, period.revenue))}
              />
              {index % labelInterval === 0 && (
                <text
                  className={(index / labelInterval) % 3 === 1 ? undefined : 'revenue-spare'}
                  x={LEFT + (index + 0.5) * step}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                >
                  {shortDay(period.from, unit)}
                </text>
              )}
            </g>
          ))}
          {best && (
            <text
              className="revenue-name"
              x={Math.min(WIDTH - 64, LEFT + (periods.indexOf(best) + 0.5) * step)}
              y={y(best.revenue) - 8}
              textAnchor="middle"
            >
              ${formatDollars(best.revenue)}
            </text>
          )}
        </svg>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible */}
        <section className="revenue-table" aria-label={`Revenue by ${unit}, as a table`} tabIndex={0}>
          <table className="admin-table stats-table">
            <thead>
              <tr>
                <th scope="col">{unit === 'week' ? 'Week of' : unit === 'month' ? 'Month' : 'Day'}</th>
                <th scope="col" className="admin-number">
                  Pounds
                </th>
                <th scope="col" className="admin-number">
                  Revenue
                </th>
              </tr>
            </thead>
            <tbody>
              {periods.map((period) => (
                <tr key={period.from} className={period === best ? 'revenue-best-row' : undefined}>
                  <th scope="row">{shortDay(period.from, unit)}</th>
                  <td className="admin-number">{period.pounds.toLocaleString('en-US')}</td>
                  <td className="admin-number">{signedDollars(period.revenue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </section>
  );
}

type Unit = 'day' | 'week' | 'month';

function unitOf(periods: Period[]): Unit {
  const longest = Math.max(...periods.map(countDays));
  if (longest > 7) return 'month';
  return longest > 1 ? 'week' : 'day';
}

function shortDay(day: string, unit: Unit): string {
  const options =
    unit === 'month' ? ({ month: 'short', year: 'numeric' } as const) : ({ month: 'short', day: 'numeric' } as const);
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
}

/** A round number at or above the highest bar, so the grid lines are round numbers too. */
function roundUp(highest: number): number {
  if (highest === 0) return 100;
  const size = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 4, 5, 8, 10].find((factor) => factor * size >= highest) ?? 10) * size;
}
