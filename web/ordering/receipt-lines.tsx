import { formatDollars } from '#contracts/money.ts';
import { describePacking, packBags } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';

export function ReceiptLines({ order: { lines, total, quantity } }: { order: Order }) {
  return (
    <table className="receipt-lines tabular-nums">
      <thead>
        <tr>
          <th scope="col">Hop</th>
          <th scope="col">Pounds</th>
          <th scope="col" className="receipt-money">
            Per lb
          </th>
          <th scope="col" className="receipt-money">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ product_id, name, pounds, price, amount, lot }) => (
          <tr key={product_id}>
            <th scope="row">
              <b>{name}</b>
              <span>{describePacking(packBags(pounds))}</span>
              <span className="receipt-per-lb receipt-money">at ${formatDollars(price)} per lb</span>
              {lot && (
                <span>
                  Lot <span className="unbroken">{lot.number}</span>
                  {lot.certificate_url && (
                    <a
                      className="receipt-certificate"
                      href={lot.certificate_url}
                      download={`${name} lot ${lot.number}.pdf`.replaceAll('/', '-')}
                    >
                      Certificate (PDF)
                    </a>
                  )}
                </span>
              )}
            </th>
            <td>{pounds}</td>
            <td className="receipt-money">${formatDollars(price)}</td>
            <td className="receipt-money">${formatDollars(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{quantity}</td>
          <td className="receipt-money" />
          <td className="receipt-money">${formatDollars(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
