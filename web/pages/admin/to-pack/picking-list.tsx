import { bagsFor, lotsOfLine, pickFor } from '#contracts/bag-labels.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { describePacking, packBags } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';

/** Only printed: what to bring from the cold room for all orders, then who gets what. */
export function PickingList({ orders }: { orders: Order[] }) {
  const picked = pickFor(orders);
  return (
    <section className="picking-list">
      <h2>Picking list</h2>
      <p>{orders.length === 1 ? '1 order' : `${orders.length} orders`}</p>
      <table className="tabular-nums">
        <thead>
          <tr>
            <th scope="col">Hop</th>
            <th scope="col">Lot</th>
            <th scope="col">Pounds</th>
            <th scope="col">Bagged</th>
          </tr>
        </thead>
        <tbody>
          {picked.map(({ product_id, name, lot, pounds }) => (
            <tr key={`${product_id} ${lot}`}>
              <th scope="row">{name}</th>
              <td>{lot ?? 'None'}</td>
              <td>{pounds}</td>
              <td className="picking-box" />
            </tr>
          ))}
        </tbody>
      </table>
      {orders.map(({ id, name, lines }) => (
        <section key={id} className="picking-order">
          <h3>
            Order {id}, {name}
          </h3>
          <ul>
            {lines.flatMap((line) =>
              lotsOfLine(line).map(({ lot, pounds }) => (
                <li key={`${line.product_id} ${lot?.id}`}>
                  <b>
                    {formatPounds(pounds)} {line.name}
                  </b>
                  {lot && `, lot ${lot.number}`}: {describePacking(packBags(pounds))}
                  {bagsFor(pounds).length > 1 && ` (${bagsFor(pounds).length} bags)`}
                </li>
              )),
            )}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** Prints the picking list instead of the page. */
export function printPickingList(): void {
  document.documentElement.classList.add('printing-picking-list');
  print();
  document.documentElement.classList.remove('printing-picking-list');
}
