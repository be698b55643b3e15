import { formatDay } from '#contracts/dates.ts';
import { formatPounds, formatStorageIndex, oneDecimal } from '#contracts/hop-format.ts';
import type { ManagedLot } from '#contracts/lots.ts';

type Actions = {
  busy: boolean;
  onCurrent(lot: ManagedLot | null): void;
  onEdit(lot: ManagedLot): void;
  onDelete(lot: ManagedLot): void;
  onRecall(lot: ManagedLot): void;
};

const analysisColumns = ['Alpha Acid', 'Beta Acid', 'Total Oil', 'Moisture', 'HSI'];

export function LotsTable({ lots, ...actions }: Actions & { lots: ManagedLot[] }) {
  return (
    <div className="product-table-box">
      <table className="admin-table lots-table">
        <thead>
          <tr>
            <th>Lot</th>
            <th>Harvest</th>
            {analysisColumns.map((name) => (
              <th key={name} className="lots-number">
                {name}
              </th>
            ))}
            <th>Tested On</th>
            <th>Sold</th>
            <th>Actions</th>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <LotRow key={lot.id} lot={lot} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LotRow({ lot, busy, onCurrent, onEdit, onDelete, onRecall }: Actions & { lot: ManagedLot }) {
  const { number, current, harvest_year, form, tested_on, certificate_url, orders } = lot;
  const values = [lot.alpha_acid, lot.beta_acid, lot.total_oil, lot.moisture].map(oneDecimal);
  return (
    <tr aria-current={current ? 'true' : undefined}>
      <th scope="row">
        {number}
        <span className="lots-small">
          {current && <b>Current</b>}
          <button
            className="text-button"
            type="button"
            disabled={busy}
            aria-label={current ? `Remove lot ${number} as current` : `Make current: lot ${number}`}
            onClick={() => onCurrent(current ? null : lot)}
          >
            {current ? 'Remove as current' : 'Make current'}
          </button>
        </span>
      </th>
      <td>
        {harvest_year}
        <span className="lots-small">{form}</span>
      </td>
      {[...values, formatStorageIndex(lot.storage_index)].map((value, index) => (
        <td key={analysisColumns[index]} className="lots-number">
          {value}
        </td>
      ))}
      <td>
        {formatDay(tested_on)}
        <span className="lots-small">
          {certificate_url ? (
            <a
              className="text-button"
              href={certificate_url}
              download={`lot ${number}.pdf`.replaceAll('/', '-')}
              aria-label={`Certificate for lot ${number}`}
            >
              Certificate
            </a>
          ) : (
            'No certificate'
          )}
        </span>
      </td>
      <td>
        {formatPounds(lot.pounds)}
        <span className="lots-small">
          {orders > 0 ? (
            <button
              className="text-button"
              type="button"
              disabled={busy}
              aria-label={`Recall sheet for lot ${number}`}
              onClick={() => onRecall(lot)}
            >
              Recall sheet
            </button>
          ) : (
            'No orders'
          )}
        </span>
      </td>
      <td>
        <div className="product-table-actions">
          <button className="button" type="button" aria-label={`Edit lot ${number}`} onClick={() => onEdit(lot)}>
            Edit
          </button>
          <button
            className="button button-danger"
            type="button"
            aria-label={`Delete lot ${number}`}
            onClick={() => onDelete(lot)}
          >
            Delete
          </button>
        </div>
      </td>
    </tr>
  );
}
