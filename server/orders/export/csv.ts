// Tables for spreadsheet programs.

/** Tells them that the file is UTF-8. */
const BOM = '\uFEFF';

export const csvHeader = (names: string[]): string => BOM + csvRow(names);

export const csvRow = (cells: string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** A cell that begins like a formula is made a text: what a buyer typed must not compute anything. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
