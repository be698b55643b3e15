// Ordering, payments and customers: creates each from its dependencies and registers its jobs.
import { findByEmail } from '#server/accounts/accounts.store.ts';
import { createResetLink } from '#server/accounts/reset-links.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { isBackupRunning } from '#server/backup/backup-run.ts';
import { bookRoutes, mountBooksFile } from '#server/books/books.routes.ts';
import { createBooks } from '#server/books/books.ts';
import { createReceivables } from '#server/books/receivables.ts';
import { recordDispute } from '#server/charges/disputes.ts';
import { returnTries } from '#server/charges/payment-limits.ts';
import { demoProvider } from '#server/charges/providers/demo.ts';
import { squareProvider } from '#server/charges/providers/square.ts';
import { mountSquareWebhook } from '#server/charges/providers/webhook.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { handleWebhookEvent, reconcile, removeOldEvents } from '#server/charges/reconciler.ts';
import { createCopyGuard } from '#server/charges/shop-copy.ts';
import { createShopId } from '#server/charges/shop-id.ts';
import { sweepPayments } from '#server/charges/sweep.ts';
import { waitForPayments } from '#server/charges/take-payment.ts';
import { customerRoutes } from '#server/customers/customers.routes.ts';
import { createCustomers } from '#server/customers/customers.ts';
import { mountResaleCertificateFile, resaleCertificateRoutes } from '#server/customers/resale-certificates.routes.ts';
import { createResaleCertificates } from '#server/customers/resale-certificates.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { removeOldKeys } from '#server/idempotency/idempotency.ts';
import { mountInvoicePdf } from '#server/invoices/invoice-files.ts';
import { invoicePurpose } from '#server/invoices/invoice-purpose.ts';
import { sendReminders } from '#server/invoices/reminders.ts';
import { termsRoutes } from '#server/invoices/terms.routes.ts';
import { createTerms } from '#server/invoices/terms.ts';
import { mendOldFaults } from '#server/old-faults/old-faults.ts';
import { assignCustomers } from '#server/orders/assign-customers.ts';
import { mountRecallSheet } from '#server/orders/export/recall-sheet.ts';
import { createLabels } from '#server/orders/labels.ts';
import { createOrderChanges } from '#server/orders/order-changes.ts';
import { createOrderOnTerms } from '#server/orders/order-on-terms.ts';
import { orderPurpose } from '#server/orders/order-purpose.ts';
import { createOrderSearch } from '#server/orders/order-search.ts';
import { orderRoutes } from '#server/orders/orders.routes.ts';
import { createOrders } from '#server/orders/orders.ts';
import { createRestock } from '#server/orders/restock.ts';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { createShipments } from '#server/orders/shipments.ts';
import { createToPack } from '#server/orders/to-pack.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { releaseReserved } from '#server/reservations/release-reserved.ts';
import { reservationRoutes } from '#server/reservations/reservations.routes.ts';
import { createReservations } from '#server/reservations/weigh.ts';
import type { Config } from './config.ts';
import type { Core } from './core.ts';

export type OrderFeatures = Awaited<ReturnType<typeof createOrderFeatures>>;

export async function createOrderFeatures(core: Core, { sessions }: { sessions: Sessions }) {
  const { config, database, rateLimits, outbox, audit, now, siteUrl, sender, jobs, cleanUps, http, report } = core;
  const provider = createProvider(config, report);
  const restock = createRestock({ now, releaseReserved });
  const shop: ChargeShop = {
    ...core,
    provider,
    acceptsPayments: config.payments !== 'off',
    copyGuard: createCopyGuard({ database, provider, now, report }),
    shopId: createShopId(database),
    purposes: { order: orderPurpose(restock), invoice: invoicePurpose },
    inFlight: new Map(),
    unreturned: [],
  };
  jobs.add({ name: 'payments', seconds: 15, run: (isStopping) => reconcile(shop, isStopping) });
  jobs.add({ name: 'declined cards', seconds: 15, run: () => returnTries(shop) });
  jobs.add({ name: 'sweep', seconds: 30, run: () => sweepPayments(shop) });
  const orders = createOrders({ ...shop, restock, reconcileSoon: () => jobs.trigger('payments') });

  const privacy = createPrivacy({ database, searchTerms, now, keepGuestDays: config.keepGuestDays });
  cleanUps.push(
    () => removeOldEvents(shop),
    () => removeOldKeys({ database, now }),
    privacy.anonymizeOldGuests,
  );

  const signatureKey = config.square?.webhookSignatureKey;
  if (signatureKey) {
    const onPayment = async (eventId: string, paymentId: string) => {
      await handleWebhookEvent(shop, eventId, paymentId);
      jobs.trigger('payments');
    };
    const onDispute = (disputeId: string) => recordDispute(shop, disputeId);
    await mountSquareWebhook(http, { signatureKey, siteUrl, onPayment, onDispute });
  }
  mountRecallSheet(http, { db: database.db, authenticate: sessions.authenticate });
  const shipments = createShipments({ database, outbox, audit, now, sender });
  const changes = createOrderChanges(shop);
  const reservations = createReservations(shop);
  const search = createOrderSearch({ database });
  const toPack = createToPack({ db: database.db, orders });
  const labels = createLabels({ db: database.db, siteUrl: core.siteUrl });
  const accounts = { findByEmail, createResetLink };
  const terms = createTerms({ database, accounts, audit, outbox, now, sender });
  const pdfHeaders = securityHeaders('pdf', config.live);
  mountInvoicePdf(http, { terms, authenticate: sessions.authenticate, draw: core.drawInvoice, headers: pdfHeaders });
  const orderOnTerms = createOrderOnTerms({ database, outbox, audit, rateLimits, sessions, now, sender });
  jobs.add({
    name: 'reminders',
    seconds: 3600,
    run: (isStopping) => sendReminders({ database, outbox, sender, now }, isStopping),
  });
  const oldFaults = { ...shop, terms };
  jobs.add({ name: 'old faults', seconds: 3600, run: (isStopping) => mendOldFaults(oldFaults, isStopping) });
  const books = createBooks({ database, audit, now, report });
  mountBooksFile(http, { books, authenticate: sessions.authenticate });
  jobs.add({ name: 'books', seconds: 3600, run: books.keepUp });
  const receivables = createReceivables({ database, now });
  const resaleCertificates = createResaleCertificates({
    ...{ database, media: core.media, audit, now },
    isBackupRunning: (tx) => isBackupRunning(tx, now),
  });
  cleanUps.push(resaleCertificates.cleanUp);
  const fileHeaders = securityHeaders('file', config.live);
  mountResaleCertificateFile(http, {
    certificates: resaleCertificates,
    authenticate: sessions.authenticate,
    headers: fileHeaders,
  });
  const customers = createCustomers({ database, audit, now });
  jobs.add({ name: 'customers', seconds: 5, run: (isStopping) => assignCustomers({ database, now }, isStopping) });
  return {
    days: books.days,
    routes: [
      ...orderRoutes({ orders, shipments, changes, toPack, labels, search, shop }),
      ...reservationRoutes({ reservations, shop }),
      ...customerRoutes(customers),
      ...resaleCertificateRoutes(resaleCertificates),
      ...termsRoutes({ terms, orderOnTerms, shop }),
      ...bookRoutes({ books, receivables }),
    ],
    /** Resolves when no payment is being processed any more. */
    waitForPayments: () => waitForPayments(shop),
  };
}

/** With PAYMENTS=off there are no new charges, but a configured provider still settles what is open. */
function createProvider({ payments, square }: Config, report: (error: Error, what: string) => void) {
  if (square && payments !== 'demo') return squareProvider({ square, report });
  return payments === 'demo' ? demoProvider() : undefined;
}
