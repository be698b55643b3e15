import { type PointerEvent, useState } from 'react';
import { signedDollars } from '#contracts/money.ts';
import { axisLabel, gridValues } from './chart-axis.ts';
import { bestOf, describePeriod, hasLastYear, type Period, periodName, unitOf } from './periods.ts';

const [WIDTH, HEIGHT, LEFT, FOOT, HEAD] = [700, 320, 60, 28, 24];
const MAX_LABELS = 12;

/** A bar chart. Point at a bar, or focus the chart and press the arrow keys, to read one bar at a time. */
export function RevenueChart({ periods }: { periods: Period[] }) {
  const best = bestOf(periods);
  const [chosen, setChosen] = useState<number>();
  const index = chosen !== undefined && chosen < periods.length ? chosen : best ? periods.indexOf(best) : 0;
  const current = periods[index];
  const unit = unitOf(periods);
  const step = (WIDTH - LEFT) / periods.length;

  function choosePointedAt({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const bar = Math.floor((((clientX - left) / width) * WIDTH - LEFT) / step);
    setChosen(Math.max(0, Math.min(periods.length - 1, bar)));
  }

  return (
    <section className="revenue">
      <h2 className="admin-section">Revenue by {unit}</h2>
      <p className="revenue-readout tabular-nums">
        {chosen === undefined && best && `Best ${unit}, `}
        {current && describePeriod(current, unit)}
      </p>
      <div className="revenue-chart">
        <input
          className="visually-hidden"
          type="range"
          min={0}
          max={periods.length - 1}
          value={index}
          aria-label={`Revenue by ${unit}`}
          aria-valuetext={current && describePeriod(current, unit)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          aria-hidden="true"
          onPointerMove={choosePointedAt}
          onPointerDown={choosePointedAt}
          onPointerLeave={() => setChosen(undefined)}
        >
          <Bars periods={periods} current={current} />
        </svg>
      </div>
      {hasLastYear(periods) && (
        <p className="revenue-key stats-note">
          <svg width="26" height="4" aria-hidden="true">
            <rect className="revenue-last-year" width="26" height="4" />
          </svg>
          A year earlier
        </p>
      )}
    </section>
  );
}

function Bars({ periods, current }: { periods: Period[]; current: Period | undefined }) {
  const unit = unitOf(periods);
  const grid = gridValues(periods.flatMap(({ revenue, last_year }) => [revenue, last_year?.revenue ?? 0]));
  const [bottom = 0, top = 0] = [grid[0], grid.at(-1)];
  const step = (WIDTH - LEFT) / periods.length;
  const y = (dollars: number) => HEAD + ((HEIGHT - HEAD - FOOT) * (top - dollars)) / (top - bottom);
  const labelInterval = Math.ceil(periods.length / MAX_LABELS);
  return (
    <>
      {grid.map((value) => (
        <g key={value}>
          <line
            className={value === 0 ? 'revenue-zero' : 'revenue-line'}
            x1={LEFT}
            x2={WIDTH}
            y1={y(value)}
            y2={y(value)}
          />
          <text x={LEFT - 8} y={y(value) + 5} textAnchor="end">
            {axisLabel(value)}
          </text>
        </g>
      ))}
      {periods.map((period, index) => (
        <g key={period.from}>
          <rect
            className={period === current ? 'revenue-current' : 'revenue-bar'}
            x={LEFT + index * step + step * 0.16}
            width={step * 0.68}
            y={y(Math.max(0, period.revenue))}
            height={Math.abs(y(period.revenue) - y(0))}
          />
          {period.last_year && period.last_year.orders !== 0 && (
            <rect
              className="revenue-last-year"
              x={LEFT + index * step + step * 0.06}
              width={step * 0.88}
              y={y(period.last_year.revenue) - 1.5}
              height={3}
            />
          )}
          {index % labelInterval === 0 && (
            <text
              className={(index / labelInterval) % 3 === 1 ? undefined : 'revenue-spare'}
              x={LEFT + (index + 0.5) * step}
              y={HEIGHT - 6}
              textAnchor="middle"
            >
              {periodName(period, unit)}
            </text>
          )}
        </g>
      ))}
      {current && current.revenue !== 0 && (
        <text
          className="revenue-name"
          x={Math.max(LEFT + 40, Math.min(WIDTH - 64, LEFT + (periods.indexOf(current) + 0.5) * step))}
          y={y(Math.max(0, current.revenue)) - 8}
          textAnchor="middle"
        >
          {signedDollars(current.revenue)}
        </text>
      )}
    </>
  );
}
