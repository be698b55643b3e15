// Structured logs, one JSON line each. No personal data: no bodies, headers, query strings or values from error details.
// Known personal fields are redacted in case one slips through.
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

/** Database errors carry the offending row in their details, so only code, message and stack are logged. */
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
