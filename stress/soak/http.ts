// A request over an agent that we can close: connections of fetch stay open for a minute.
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';

export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | FormData };

export async function sendRequest(url: string, { method = 'GET', headers = {}, body }: RequestOptions, agent: Agent) {
  const encoded = body === undefined ? undefined : new Response(body);
  const type = encoded?.headers.get('content-type');
  const bytes = encoded && Buffer.from(await encoded.arrayBuffer());
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    const sent = request(url, {
      method,
      agent,
      headers: { ...(type && { 'content-type': type }), ...headers, 'content-length': bytes?.length ?? 0 },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((content) => resolve({ status, headers: response.headers, text: content }), reject);
    });
    sent.end(bytes);
  });
}
