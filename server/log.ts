// Structured logs, one JSON line each. Nothing personal goes in: no bodies, headers, query strings or
// values from error details; what slips through by name is struck out.
import { type DestinationStream, type LoggerOptions, pino } from 'pino';

export function createLog(destination: DestinationStream = pino.destination(1)) {
  const options: LoggerOptions = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['password', 'token', 'email', 'phone', 'address', 'name', 'sourceId', 'authorization'].flatMap((name) => [
        name,
        `*.${name}`,
      ]),
      censor: '[redacted]',
    },
    serializers: { err: errorForLog },
  };
  return pino(options, destination);
}

/** A database error carries the offending row in its details: only code, message and stack are kept. */
function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { message, stack } = error;
  return {
    type: error.constructor.name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  };
}
