import type { Endpoint } from '#contracts/endpoint.ts';
import type { Example } from './derive-example.ts';

/** The command that sends an example request, one option per line. */
export function curlCommand(name: string, spec: Partial<Endpoint>, example: Example, siteUrl: string): string {
  const [method = '', path = ''] = name.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(example.params?.[param] ?? ''));
  const query = new URLSearchParams(example.query).toString();
  const needsToken = spec.for !== undefined && spec.for !== 'visitor' && spec.for !== 'anyone';
  const sendsForm = spec.form !== undefined;
  const options = [
    // curl sends GET by itself, and POST if there is something to send.
    ...(method === 'GET' || (method === 'POST' && (example.body || sendsForm)) ? [] : [`-X ${method}`]),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(example.headers ?? {}).map(([header, value]) => `-H ${quote(`${header}: ${value}`)}`),
    ...(example.body ? [`--json ${quote(formatBody(example.body))}`] : []),
    // Sent as it is: with -F, a value that starts with < or @ would be read from a file.
    ...Object.entries(example.form ?? {}).map(([field, value]) => `--form-string ${quote(`${field}=${value}`)}`),
    ...(spec.picture ? ['-F image=@picture.jpg'] : []),
    ...(spec.certificate ? ['-F certificate=@analysis.pdf'] : []),
  ];
  return [`curl ${quote(siteUrl + filled + (query && `?${query}`))}`, ...options].join(' \\\n  ');
}

/** On one line if it fits. */
function formatBody(body: object): string {
  const line = JSON.stringify(body);
  return line.length <= 70 ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
