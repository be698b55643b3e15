import type { EndpointName } from '#contracts/endpoints.ts';
import type { fileEndpoints } from '#contracts/file-endpoints.ts';

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

/** One for each endpoint whose name fits. */
export type ExamplesOf<Pattern extends string> = Record<Extract<DocumentedName, Pattern>, Example>;
