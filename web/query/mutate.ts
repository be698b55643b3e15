// Sends a write request as the logged-in user.
import type { EndpointName, FormOf, ParamsOf, ReadEndpoint, ResponseOf, SentBodyOf } from '#contracts/endpoints.ts';
import { bearerHeader } from '#web/session/session.ts';
import { messageOr, requestJson } from './request.ts';

type WriteEndpoint = Exclude<EndpointName, ReadEndpoint>;

type Input<N extends WriteEndpoint> = Parts &
  (ParamsOf<N> extends undefined ? unknown : { params: ParamsOf<N> }) &
  (SentBodyOf<N> extends undefined ? unknown : { body: SentBodyOf<N> }) &
  (FormOf<N> extends undefined
    ? unknown
    : { form: { [field in keyof FormOf<N>]?: string | number | null | undefined } });

type Parts = {
  params?: object | undefined;
  body?: object | undefined;
  form?: object | undefined;
  /** Sent along with a form. */
  image?: File | undefined;
  certificate?: File | undefined;
  /** Shown when the server sends no message. */
  fallbackMessage?: string;
};

export function mutate<N extends WriteEndpoint>(name: N, input: Input<N>): Promise<ResponseOf<N>>;
export function mutate(
  name: WriteEndpoint,
  { params = {}, body, form, fallbackMessage = 'Request failed', ...files }: Parts,
) {
  const [method = '', pattern = ''] = name.split(' ');
  const url = Object.entries(params).reduce((text, [key, value]) => text.replace(`:${key}`, String(value)), pattern);
  const headers = bearerHeader();
  const errorText = messageOr(fallbackMessage);
  if (form) return requestJson(url, { method: 'POST', headers, body: formData(method, form, files) }, errorText);
  if (!body) return requestJson(url, { method, headers }, errorText);
  const json = { ...headers, 'content-type': 'application/json' };
  return requestJson(url, { method, headers: json, body: JSON.stringify(body) }, errorText);
}

/** Multipart updates are sent as POST with a method override. */
function formData(method: string, fields: object, { image, certificate }: Parts): FormData {
  const form = new FormData();
  if (method !== 'POST') form.set('_method', method);
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, String(value ?? ''));
  if (image) form.set('image', image);
  if (certificate) form.set('certificate', certificate);
  return form;
}
