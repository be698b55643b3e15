// Every call of the API, by its name: method and path. From this table come the validation and the
// guard on the server, the types in the browser and the OpenAPI text.
import type { z } from 'zod';
import { accountCalls } from './accounts.ts';
import { auditCalls } from './audit.ts';
import { blogCalls } from './blog.ts';
import { catalogueCalls } from './catalog.ts';
import { deliveryCalls } from './delivery.ts';
import type { CallSpec } from './endpoint.ts';
import { lotCalls } from './lots.ts';
import { orderSearchCalls } from './order-search.ts';
import { orderCalls } from './orders.ts';
import { figureCalls } from './reports.ts';

export const calls = {
  ...accountCalls,
  ...auditCalls,
  ...blogCalls,
  ...catalogueCalls,
  ...deliveryCalls,
  ...figureCalls,
  ...lotCalls,
  ...orderCalls,
  ...orderSearchCalls,
};

type Calls = typeof calls;
export type CallName = keyof Calls;

type Part<N extends CallName, P extends keyof CallSpec> = Calls[N] extends { [p in P]: z.ZodType }
  ? z.output<Calls[N][P]>
  : undefined;

export type ParamsOf<N extends CallName> = Part<N, 'params'>;
export type QueryOf<N extends CallName> = Part<N, 'query'>;
export type BodyOf<N extends CallName> = Part<N, 'body'>;
export type FormOf<N extends CallName> = Part<N, 'form'>;
export type ReplyOf<N extends CallName> = z.output<Calls[N]['reply']>;
export type ReadCall = Extract<CallName, `GET ${string}`>;
