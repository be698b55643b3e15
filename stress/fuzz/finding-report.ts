// A finding in words, with all that is needed to have it again.
import type { Finding } from './fuzz-runner.ts';

const SHOWN = 1500;

export function shown({ what, thrown }: Finding): string {
  if (!thrown) return what;
  const { call, number, who, method, path, headers, body } = thrown;
  const sent = body && (isPlain(body) ? body.toString() : `base64 ${body.toString('base64')}`);
  return [
    `${call} number ${number}: ${what}`,
    `  ${who}: ${method} ${path.slice(0, SHOWN)} ${JSON.stringify(headers).slice(0, SHOWN)}`,
    ...(sent ? [`  ${sent.length > SHOWN ? `${sent.slice(0, SHOWN)}... (${body.length} bytes)` : sent}`] : []),
  ].join('\n');
}

const isPlain = (body: Buffer) => /^[\x20-\x7e\r\n]*$/.test(body.toString('latin1'));
