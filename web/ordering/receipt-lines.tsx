import { describeBags } from '#contracts/bag-labels.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { formatDollars, signedDollars } from '#contracts/money.ts';
import type { Order } from '#contracts/orders.ts';
import { pagePaths } from '#contracts/page-paths.ts';

type Props = {
  order: Order;
  /** On packing slips, the pages of lots are printed as URLs of this host. */
  host?: string | undefined;
};

export function ReceiptLines({ order: { lines, charges, total, quantity, refunded, reservation }, host }: Props) {
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
        {lines.map(({ product_id, name, pounds, price, amount, lots }) => (
          <tr key={product_id}>
            <th scope="row">
              <b>{name}</b>
              <span>{describeBags({ lots, pounds })}</span>
              <span className="receipt-per-lb receipt-money">at ${formatDollars(price)} per lb</span>
              {lots.map((lot) => (
                <span key={lot.id}>
                  Lot{' '}
                  <a className="unbroken" href={pagePaths.lot(lot.number)}>
                    {lot.number}
                  </a>
                  {lot.pounds !== pounds && `, ${formatPounds(lot.pounds)}`}
                  {host && <span className="receipt-lot-url">{host + pagePaths.lot(lot.number)}</span>}
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
              ))}
            </th>
            <td>{pounds}</td>
            <td className="receipt-money">${formatDollars(price)}</td>
            <td className="receipt-money">${formatDollars(amount)}</td>
          </tr>
        ))}
        {charges.map(({ text, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: charges are only ever added
          <tr key={index} className="receipt-money">
            <th scope="row">{text}</th>
            <td />
            <td />
            <td>{signedDollars(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {/* Of a reservation, only the deposit is paid. */}
          <td>{reservation?.state === 'held' ? '' : quantity}</td>
          <td className="receipt-money" />
          <td className="receipt-money">${formatDollars(total)}</td>
        </tr>
        {refunded > 0 && (
          <tr className="receipt-refunded receipt-money">
            <th scope="row">Refunded</th>
            <td />
            <td />
            <td>{signedDollars(-refunded)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
