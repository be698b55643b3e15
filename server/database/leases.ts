// Several instances share one queue of due rows. A lease makes sure that only one of them works on a row at a time; if its
// process dies, the lease runs out and another instance takes over.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export type Lease = { now: string; until: string };

/** True for rows that are due and not leased by anyone. */
export const isAvailable = (dueColumn: string, now: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(dueColumn)} <= ${now} and (leased_until is null or leased_until <= ${now})`;
