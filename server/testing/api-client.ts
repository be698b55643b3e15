// An API client for tests that goes over the network, as a browser would.
import type { EndpointName, FormOf, ParamsOf, QueryOf, ResponseOf, SentBodyOf } from '#contracts/endpoints.ts';

type Input<N extends EndpointName> = {
  params?: ParamsOf<N>;
  query?: Partial<QueryOf<N>>;
  body?: SentBodyOf<N>;
  form?: Partial<FormOf<N>>;
  picture?: Buffer;
  certificate?: Buffer;
};

export type ApiClient = ReturnType<typeof apiClient>;

export function apiClient(base: string, token?: string) {
  const authorization = token ? { authorization: `Bearer ${token}` } : undefined;
  return { send, attempt, fetch: fetchPath };

  /** Returns the body; anything but success throws. */
  async function send<N extends EndpointName>(name: N, input: Input<N> = {}): Promise<ResponseOf<N>> {
    const response = await request(name, input);
    const text = await response.text();
    if (!response.ok) throw new Error(`${name} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** Returns status and body, for requests that may be rejected. */
  async function attempt<N extends EndpointName>(name: N, input: Input<N> = {}) {
    const response = await request(name, input);
    return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
  }

  function fetchPath(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(base + path, { redirect: 'manual', ...init, headers: { ...authorization, ...init.headers } });
  }

  function request<N extends EndpointName>(name: N, { params, query, body, form, ...files }: Input<N>) {
    const [method = '', pattern = ''] = name.split(' ');
    const path = pattern.replace(/:(\w+)/g, (_, key: string) => String(Object(params)[key]));
    const search = query ? `?${new URLSearchParams(strings(query))}` : '';
    if (form || files.picture) return fetchPath(path + search, { method, body: formData(form ?? {}, files) });
    if (!body) return fetchPath(path + search, { method });
    return fetchPath(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  }
}

function formData(fields: object, { picture, certificate }: { picture?: Buffer; certificate?: Buffer }): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(strings(fields))) form.set(name, value);
  if (picture) form.set('image', new Blob([new Uint8Array(picture)]), 'picture');
  if (certificate) form.set('certificate', new Blob([new Uint8Array(certificate)]), 'lab.pdf');
  return form;
}

const strings = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? JSON.stringify(value) : String(value)]),
  );
