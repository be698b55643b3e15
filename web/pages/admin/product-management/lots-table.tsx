import { formatShortDay } from '#contracts/dates.ts';
import { formatPounds, formatStorageIndex, oneDecimal } from '#contracts/hop-format.ts';
import type { ManagedLot } from '#contracts/lots.ts';
import type { StockEntry } from '#contracts/stock-kinds.ts';
import { tableRoles as roles } from '#web/ui/table-roles.ts';

type Actions = {
  busy: boolean;
  onCurrent(lot: ManagedLot | null): void;
  onEdit(lot: ManagedLot): void;
  onDelete(lot: ManagedLot): void;
  onRecall(lot: ManagedLot): void;
  onPounds(lot: ManagedLot, kind: StockEntry): void;
};

const analysisColumns = ['Alpha Acid', 'Beta Acid', 'Total Oil', 'Moisture', 'HSI'];

export function LotsTable({ lots, ...actions }: Actions & { lots: ManagedLot[] }) {
  return (
    <table className="admin-table lots-table stacked-table" {...roles.table}>
      <thead {...roles.rowGroup}>
        <tr {...roles.row}>
          <th {...roles.columnHeader}>Lot</th>
          <th {...roles.columnHeader}>Harvest</th>
          {analysisColumns.map((name) => (
            <th key={name} className="lots-number" {...roles.columnHeader}>
              {name}
            </th>
          ))}
          <th {...roles.columnHeader}>Tested On</th>
          <th {...roles.columnHeader}>In stock</th>
          <th {...roles.columnHeader}>Sold</th>
          <th {...roles.columnHeader}>Actions</th>
        </tr>
      </thead>
      <tbody {...roles.rowGroup}>
        {lots.map((lot) => (
          <LotRow key={lot.id} lot={lot} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function LotRow({ lot, busy, onCurrent, onEdit, onDelete, onRecall, onPounds }: Actions & { lot: ManagedLot }) {
  const { number, current, harvest_year, form, tested_on, certificate_url, orders } = lot;
  const values = [lot.alpha_acid, lot.beta_acid, lot.total_oil, lot.moisture].map(oneDecimal);
  return (
    <tr aria-current={current ? 'true' : undefined} {...roles.row}>
      <th scope="row" {...roles.rowHeader}>
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
      <td className="lots-harvest" data-label="Harvest" {...roles.cell}>
        {harvest_year}
        <span className="lots-small">{form}</span>
      </td>
      {[...values, formatStorageIndex(lot.storage_index)].map((value, index) => (
        <td key={analysisColumns[index]} className="lots-number" data-label={analysisColumns[index]} {...roles.cell}>
          {value}
        </td>
      ))}
      <td className="lots-tested" data-label="Tested" {...roles.cell}>
        <span className="unbroken">{formatShortDay(tested_on)}</span>
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
      <td className="lots-stock" data-label="In stock" {...roles.cell}>
        {formatPounds(lot.stock)}
        <span className="lots-small">
          {lot.stock > 0 && (
            <button
              className="text-button"
              type="button"
              aria-label={`Write off pounds of lot ${number}`}
              onClick={() => onPounds(lot, 'loss')}
            >
              Write off
            </button>
          )}
          <button
            className="text-button"
            type="button"
            aria-label={`Add or move pounds of lot ${number}`}
            onClick={() => onPounds(lot, lot.stock > 0 ? 'move' : 'harvest')}
          >
            {lot.stock > 0 ? 'Add or move' : 'Add'}
          </button>
        </span>
      </td>
      <td className="lots-sold" data-label="Sold" {...roles.cell}>
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
      <td className="lots-actions" {...roles.cell}>
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
