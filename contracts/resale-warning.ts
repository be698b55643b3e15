/** Staff are told this many days before a resale certificate expires. */
export const RESALE_WARNING_DAYS = 30;
