// What must hold for every response, however odd the request.
import { z } from 'zod';
import { securityHeaders } from '#server/http/security-headers.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { sendsCsv, specOf, targets } from './targets.ts';

export type FuzzResponse = { status: number; headers: Record<string, unknown>; body: string };

const ErrorBody = z.strictObject({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  current: z.unknown().optional(),
});
const PaymentErrorBody = z.strictObject({
  status: z.literal('error'),
  error: z.string(),
  errors: ErrorBody.shape.errors,
});

export const securityNames = Object.keys(securityHeaders('data', false));

/** Returns what is wrong with the response. */
export function findViolations(
  { endpoint, method, expectsShape }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): string[] {
  const violations: string[] = [];
  if (status >= 500) violations.push(`the status is ${status}`);
  const missing = securityNames.filter((name) => headers[name] === undefined);
  if (missing.length > 0) violations.push(`the ${status} response lacks ${missing.join(', ')}`);
  if (method === 'HEAD') return violations;
  const type = String(headers['content-type']);
  const csv = status < 300 && sendsCsv(endpoint) && type.startsWith('text/csv');
  const content = csv ? body : parseJson(body);
  const shapes =
    status < 300 ? (expectsShape || csv ? [specOf(endpoint).response] : responseShapes) : [ErrorBody, PaymentErrorBody];
  if (!shapes.some((shape) => shape.safeParse(content).success))
    violations.push(`the ${status} response has an unknown shape: ${body.slice(0, 200)}`);
  if (!csv && !type.startsWith('application/json')) violations.push('the response is not JSON');
  return violations;
}

const responseShapes = Object.values(targets).map(({ response }): z.ZodType => response);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
