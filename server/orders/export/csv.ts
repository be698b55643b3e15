// CSV for spreadsheet programs.

/** Marks the file as UTF-8. */
const BOM = '\uFEFF';

export const csvHeader = (names: string[]): string => BOM + csvRow(names);

type Cell = string | number | null | Amount;

/** Text in quotes, numbers as they are. */
export const csvRow = (cells: Cell[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** Dollars that the shop itself computed. They may start with a minus. */
type Amount = { dollars: string };

/** -1650 -> -16.50 */
export const csvDollars = (cents: number): Amount => ({ dollars: (cents / 100).toFixed(2) });

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return typeof cell === 'string' ? quote(cell) : cell.dollars;
}

/**
 * Prefixes what looks like a formula, so a buyer's input is never evaluated. A program that splits at semicolons would see a formula
 * in the middle of a text without quotes.
 */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
