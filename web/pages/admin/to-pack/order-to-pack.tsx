import { describeBags } from '#contracts/bag-labels.ts';
import { farmDay, formatShortDay } from '#contracts/dates.ts';
import { lotLabel } from '#contracts/lot-text.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { capitalize } from '#web/ordering/status-pill.tsx';
import { Unbroken } from '#web/ui/unbroken.tsx';

type Props = { order: Order; chosen: boolean; onToggle(): void };

/** One order with what goes into its bags. */
export function OrderToPack({ order, chosen, onToggle }: Props) {
  const { id, name, location_option, created_at, lines } = order;
  return (
    <li className={chosen ? 'to-pack-chosen' : undefined}>
      <label>
        <input type="checkbox" checked={chosen} aria-label={`Order ${id}, ${name}`} onChange={onToggle} />
      </label>
      <div>
        <p>
          <a href={pagePaths.order(id)}>#{id}</a> <b>{name}</b>
        </p>
        <ul>
          {lines.map((line) => (
            <li key={line.product_id}>
              {line.pounds} {line.pounds === 1 ? 'lb' : 'lbs'} {line.name}
              {line.lots.length > 0 && (
                <span className="admin-faint">
                  , <Unbroken text={lotLabel(line.lots, line.pounds)} />
                </span>
              )}
              <span className="admin-faint">: {describeBags(line)}</span>
            </li>
          ))}
        </ul>
      </div>
      <p className="to-pack-facts">
        {capitalize(location_option)}
        <span>{formatShortDay(farmDay(created_at))}</span>
      </p>
    </li>
  );
}
