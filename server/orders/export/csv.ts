// CSV for spreadsheet programs.

/** Marks the file as UTF-8. */
const BOM = '\uFEFF';

export const csvHeader = (names: string[]): string => BOM + csvRow(names);

export const csvRow = (cells: string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Prefixes cells that look like formulas, so a buyer's input is never evaluated. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
