// One of each email the shop sends.
import { accountChangeEmails } from '#server/accounts/account-change-email.ts';
import { invitationEmail } from '#server/accounts/invite-staff.ts';
import { newDeviceEmail } from '#server/accounts/new-device-email.ts';
import { resetEmail } from '#server/accounts/password-resets.ts';
import type { Email } from '#server/mail/email-template.ts';
import type { OrderRow } from '#server/orders/order.store.ts';
import { confirmationEmail, failureEmail, farmNoticeEmail, statusEmail } from '#server/orders/order-emails.ts';

const siteUrl = 'https://hops.example';
const at = '2026-09-14T17:42:00.000Z';
const link = `${siteUrl}/reset-password#sample`;
const wren = { id: 1, name: 'Wren', email: 'wren@hops.example', role: 'admin' as const, staff_role: 'owner' as const };

const pickup: OrderRow & { email: string } = {
  id: 1042,
  status: 'paid',
  name: 'Dana Whitlock',
  email: 'dana@tulefog.example',
  phone: '(707) 555-0188',
  address: null,
  location_option: 'pickup',
  pounds: 44,
  amount_cents: 67_100,
  view_key: 'sample',
  payment_id: 'sample',
  failure: null,
  failure_status: null,
  created_at: at,
};
const delivery: typeof pickup = { ...pickup, location_option: 'delivery', address: '412 Second Street, Rio Vista, CA' };
const lines = [
  { name: 'Triple Pearl', price_cents: 1600, pounds: 22, lot_number: 'TP-26-01' },
  { name: 'Comet', price_cents: 1450, pounds: 22, lot_number: null },
];

export const sampleEmails: Record<string, Email> = {
  'order-paid-pickup': confirmationEmail(pickup, lines, siteUrl),
  'order-paid-delivery': confirmationEmail(delivery, lines, siteUrl),
  'order-ready-pickup': statusEmail(pickup, 'ready', siteUrl),
  'order-ready-delivery': statusEmail(delivery, 'ready', siteUrl),
  'order-completed': statusEmail(pickup, 'completed', siteUrl),
  'order-cancelled': statusEmail(pickup, 'cancelled', siteUrl),
  'order-refunded': statusEmail(pickup, 'refunded', siteUrl),
  'order-failed': failureEmail(pickup, 'The card was declined.', siteUrl),
  'farm-notice': farmNoticeEmail(delivery, lines, siteUrl),
  'password-reset': resetEmail(wren, link),
  'staff-invitation': invitationEmail(wren, link),
  'new-device': newDeviceEmail(wren, { address: '203.0.113.7', device: 'Firefox on Linux', at, siteUrl }),
  ...Object.fromEntries(
    (['password changed', 'two-factor on', 'two-factor off'] as const).flatMap((change) =>
      accountChangeEmails(wren, change, { at, siteUrl }).map((email) => [change.replace(' ', '-'), email]),
    ),
  ),
};
