// CSV for spreadsheet programs.

/** Marks the file as UTF-8. */
const BOM = '\uFEFF';

export const csvHeader = (names: string[]): string => BOM + csvRow(names);

export const csvRow = (cells: (string | Plain)[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : cell.plain)).join(',')}\r\n`;

/** A number that the shop itself computed. It may start with a minus. */
export type Plain = { plain: string };

/** -1650 -> -16.50 */
export const csvDollars = (cents: number): Plain => ({ plain: (cents / 100).toFixed(2) });

/** Prefixes cells that look like formulas, so a buyer's input is never evaluated. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
