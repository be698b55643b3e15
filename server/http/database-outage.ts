// The database cannot be reached, accepts no writes or takes too long, as during a failover. The client can retry in a moment.
import { NoPrimary } from '#server/database/primary-client.ts';
import { HttpError } from '#server/http-errors.ts';

const sockets = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/**
 * The connection was lost, the server is out of memory or connections, is stopping or starting, has become read-only, or a
 * statement took too long.
 */
const postgres = /^(08|53[234]|57P0|25006|57014)/;
/** The driver's own errors have no code. */
const driver =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client .* is not queryable)/;

export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // A visitor who leaves in the middle of a request is an ECONNRESET without a system call.
  const isSocket = sockets.test(code) && ('syscall' in error || error instanceof AggregateError);
  return isSocket || error instanceof NoPrimary || postgres.test(code) || driver.test(error.message);
}

export const databaseOutage = (message = "We can't reach our records right now. Please try again in a few seconds.") =>
  new HttpError(503, message, { headers: { 'retry-after': '5' } });

/** Documented in docs/operating.md. */
export const DATABASE_OUTAGE_MESSAGE = 'The database is not responding.';
