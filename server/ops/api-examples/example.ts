import type { EndpointName } from '#contracts/endpoints.ts';
import type { fileEndpoints } from '#contracts/file-endpoints.ts';
import * as sample from '../api-example-data.ts';

export type Example = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  form?: Record<string, string>;
  /** JSON, or the text of a file. */
  response: object | string;
};

export type DocumentedName = EndpointName | keyof typeof fileEndpoints;

/** Of some endpoints. The compiler asks for the rest where they are put together. */
export type Examples = Partial<Record<DocumentedName, Example>>;

/** One for each endpoint whose name fits. */
export type ExamplesOf<Pattern extends string> = Record<Extract<DocumentedName, Pattern>, Example>;

export const message = (text: string) => ({ message: text });
export const page = (data: object[]) => ({ data, pagination: sample.pagination });
export const id = (value: number) => ({ id: String(value) });
