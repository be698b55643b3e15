// What every answer must be, however odd the question.
import { z } from 'zod';
import { securityHeaders } from '#server/http/security-headers.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { sendsCsv, specOf, targets } from './targets.ts';

export type Answered = { status: number; headers: Record<string, unknown>; body: string };

const Refusal = z.strictObject({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  current: z.unknown().optional(),
});
const PaymentRefusal = z.strictObject({ status: z.literal('error'), error: z.string(), errors: Refusal.shape.errors });

export const securityNames = Object.keys(securityHeaders('data', false));

/** What is wrong with the answer, if anything is. */
export function findViolations({ call, method, straight }: FuzzRequest, { status, headers, body }: Answered): string[] {
  const wrong: string[] = [];
  if (status >= 500) wrong.push(`the answer is ${status}`);
  const missing = securityNames.filter((name) => headers[name] === undefined);
  if (missing.length > 0) wrong.push(`the answer ${status} has no ${missing.join(', ')}`);
  if (method === 'HEAD') return wrong;
  const type = String(headers['content-type']);
  const csv = status < 300 && sendsCsv(call) && type.startsWith('text/csv');
  const said = csv ? body : read(body);
  const shapes = status < 300 ? (straight || csv ? [specOf(call).response] : replies) : [Refusal, PaymentRefusal];
  if (!shapes.some((shape) => shape.safeParse(said).success))
    wrong.push(`the answer ${status} has an unknown shape: ${body.slice(0, 200)}`);
  if (!csv && !type.startsWith('application/json')) wrong.push('the answer is no JSON');
  return wrong;
}

const replies = Object.values(targets).map(({ response }): z.ZodType => response);

function read(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
