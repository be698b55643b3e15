import { signedDollars } from '#contracts/money.ts';
import { bestOf, hasLastYear, type Period, periodName, unitOf } from './periods.ts';

/** The numbers behind the chart. */
export function RevenueTable({ periods }: { periods: Period[] }) {
  const unit = unitOf(periods);
  const best = bestOf(periods);
  const comparesYears = hasLastYear(periods);
  return (
    <section className="revenue-table">
      <h2 className="admin-section">
        {unit === 'day' ? 'Day by day' : unit === 'week' ? 'Week by week' : 'Month by month'}
      </h2>
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
            {comparesYears && (
              <th scope="col" className="admin-number">
                Year earlier
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <tr key={period.from} className={period === best ? 'revenue-best-row' : undefined}>
              <th scope="row">{periodName(period, unit)}</th>
              <td className="admin-number">{period.pounds.toLocaleString('en-US')}</td>
              <td className="admin-number">{signedDollars(period.revenue)}</td>
              {comparesYears && <td className="admin-number">{signedDollars(period.last_year?.revenue ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
