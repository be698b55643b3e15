/**
 * In the reader's zone and format, for "Created At" alone, as the specification has it. Everything else follows the
 * farm's clock, in contracts/dates.ts.
 */
export const localDate = (iso: string): string => new Date(iso).toLocaleDateString();
