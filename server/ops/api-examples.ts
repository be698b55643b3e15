// An example request and response for every endpoint, shown at /api/docs. A test validates them against the schemas.
import { accountsExamples } from './api-examples/accounts.ts';
import { alertExamples } from './api-examples/alerts.ts';
import { blogExamples } from './api-examples/blog.ts';
import { bookExamples } from './api-examples/books.ts';
import { catalogExamples } from './api-examples/catalog.ts';
import { customersExamples } from './api-examples/customers.ts';
import type { DocumentedName, Example } from './api-examples/example.ts';
import { harvestExamples } from './api-examples/harvests.ts';
import { operationsExamples } from './api-examples/operations.ts';
import { ordersExamples } from './api-examples/orders.ts';
import { resaleCertificateExamples } from './api-examples/resale-certificates.ts';
import { settingsExamples } from './api-examples/settings.ts';
import { stockExamples } from './api-examples/stock.ts';

export const examples: Record<DocumentedName, Example> = {
  ...accountsExamples,
  ...alertExamples,
  ...blogExamples,
  ...catalogExamples,
  ...customersExamples,
  ...harvestExamples,
  ...operationsExamples,
  ...ordersExamples,
  ...settingsExamples,
  ...bookExamples,
  ...resaleCertificateExamples,
  ...stockExamples,
};
