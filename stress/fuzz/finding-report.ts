// Formats a finding with everything needed to reproduce it.
import type { Finding } from './fuzz-runner.ts';

const MAX_LENGTH = 1500;

export function formatFinding({ problem, request }: Finding): string {
  if (!request) return problem;
  const { endpoint, number, actor, method, path, headers, body } = request;
  const sent = body && (isPlain(body) ? body.toString() : `base64 ${body.toString('base64')}`);
  return [
    `${endpoint} number ${number}: ${problem}`,
    `  ${actor}: ${method} ${path.slice(0, MAX_LENGTH)} ${JSON.stringify(headers).slice(0, MAX_LENGTH)}`,
    ...(sent
      ? [`  ${sent.length > MAX_LENGTH ? `${sent.slice(0, MAX_LENGTH)}... (${body.length} bytes)` : sent}`]
      : []),
  ].join('\n');
}

const isPlain = (body: Buffer) => /^[\x20-\x7e\r\n]*$/.test(body.toString('latin1'));
