// Every API endpoint, keyed by method and path. Server-side validation and authorization, the browser's types
// and the OpenAPI document all derive from this table.
import type { z } from 'zod';
import { accountEndpoints } from './accounts.ts';
import { alertEndpoints } from './alerts.ts';
import { auditEndpoints } from './audit.ts';
import { backupEndpoints } from './backups.ts';
import { blogEndpoints } from './blog.ts';
import { bookEndpoints } from './books.ts';
import { catalogEndpoints } from './catalog.ts';
import { clientErrorEndpoints } from './client-errors.ts';
import { customerEndpoints } from './customers.ts';
import { deliveryEndpoints } from './delivery.ts';
import { emailEndpoints } from './emails.ts';
import type { Endpoint } from './endpoint.ts';
import { harvestEndpoints } from './harvests.ts';
import { labelEndpoints } from './labels.ts';
import { lotPageEndpoints } from './lot-pages.ts';
import { lotEndpoints } from './lots.ts';
import { mediaEndpoints } from './media.ts';
import { orderChangeEndpoints } from './order-changes.ts';
import { orderSearchEndpoints } from './order-search.ts';
import { orderEndpoints } from './orders.ts';
import { peopleEndpoints } from './people.ts';
import { postVersionEndpoints } from './post-versions.ts';
import { reportEndpoints } from './reports.ts';
import { resaleCertificateEndpoints } from './resale-certificates.ts';
import { reservationEndpoints } from './reservations.ts';
import { settingsEndpoints } from './settings.ts';
import { statusEndpoints } from './status.ts';
import { stockEndpoints } from './stock.ts';
import { termsEndpoints } from './terms.ts';
import { wordsEndpoints } from './words.ts';

/** Under their titles in the API documents. */
export const endpointGroups = {
  Products: catalogEndpoints,
  Lots: { ...lotPageEndpoints, ...lotEndpoints },
  Harvest: { ...harvestEndpoints, ...reservationEndpoints },
  Stock: stockEndpoints,
  'Orders and payments': { ...orderEndpoints, ...labelEndpoints, ...orderChangeEndpoints, ...orderSearchEndpoints },
  Delivery: deliveryEndpoints,
  Blog: { ...blogEndpoints, ...postVersionEndpoints },
  Pictures: mediaEndpoints,
  Accounts: accountEndpoints,
  'Customers and invoices': { ...customerEndpoints, ...resaleCertificateEndpoints, ...termsEndpoints },
  Books: bookEndpoints,
  People: peopleEndpoints,
  'Settings, words and status': { ...settingsEndpoints, ...wordsEndpoints, ...statusEndpoints },
  'Reports and audit': { ...reportEndpoints, ...auditEndpoints },
  Emails: { ...emailEndpoints, ...alertEndpoints },
  Backups: backupEndpoints,
  'Browser errors': clientErrorEndpoints,
};

type Groups = (typeof endpointGroups)[keyof typeof endpointGroups];
type Merged<Tables> = (Tables extends unknown ? (table: Tables) => void : never) extends (merged: infer All) => void
  ? All
  : never;

export const endpoints: Merged<Groups> = Object.assign({}, ...Object.values(endpointGroups));

type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type Part<N extends EndpointName, P extends keyof Endpoint> = Endpoints[N] extends { [p in P]: z.ZodType }
  ? z.output<Endpoints[N][P]>
  : undefined;

export type ParamsOf<N extends EndpointName> = Part<N, 'params'>;
export type QueryOf<N extends EndpointName> = Part<N, 'query'>;
export type BodyOf<N extends EndpointName> = Part<N, 'body'>;
/** As a client sends it: amounts in dollars, and without what has a default. */
export type SentBodyOf<N extends EndpointName> = Endpoints[N] extends { body: z.ZodType }
  ? z.input<Endpoints[N]['body']>
  : undefined;
export type FormOf<N extends EndpointName> = Part<N, 'form'>;
export type ResponseOf<N extends EndpointName> = z.output<Endpoints[N]['response']>;
export type ReadEndpoint = Extract<EndpointName, `GET ${string}`>;
