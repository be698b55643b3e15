// One request and its whole answer, over connections that close when we say so: those of fetch stay for a minute.
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type Asked = { method?: string; headers?: Record<string, string>; body?: string | FormData };

export async function sendRequest(url: string, { method = 'GET', headers = {}, body }: Asked, agent: Agent) {
  const packed = body === undefined ? undefined : new Response(body);
  const type = packed?.headers.get('content-type');
  const bytes = packed && Buffer.from(await packed.arrayBuffer());
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const sent = request(url, {
      ...{ method, agent },
      headers: { ...(type && { 'content-type': type }), ...headers, 'content-length': bytes?.length ?? 0 },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((said) => resolve({ status, headers: response.headers, text: said }), reject);
    });
    sent.end(bytes);
  });
}
