/** Where a new shop is. */
export const timeZone = 'America/Los_Angeles';
