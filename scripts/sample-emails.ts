// One of each email the shop sends.
import { defaultSettings } from '#contracts/default-settings.ts';
import { accountChangeEmails } from '#server/accounts/account-change-email.ts';
import { invitationEmail } from '#server/accounts/invite-staff.ts';
import { newDeviceEmail } from '#server/accounts/new-device-email.ts';
import { resetEmail } from '#server/accounts/password-resets.ts';
import { askingEmail } from '#server/invoices/ask-account.ts';
import type { Email } from '#server/mail/email-template.ts';
import type { OrderRow } from '#server/orders/order.store.ts';
import {
  changeEmail,
  confirmationEmail,
  failureEmail,
  farmNoticeEmails,
  partialRefundEmail,
  statusEmail,
} from '#server/orders/order-emails.ts';

const siteUrl = 'https://hops.example';
export const { farm } = defaultSettings;
const sender = { siteUrl, farm };
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
  refunded_cents: 0,
  version: 1,
  view_key: 'sample',
  payment_id: 'sample',
  on_terms: 0,
  pay_first: 0,
  po_number: null,
  customer_id: null,
  failure: null,
  failure_status: null,
  created_at: at,
};
const delivery: typeof pickup = { ...pickup, location_option: 'delivery', address: '412 Second Street, Rio Vista, CA' };
const lines = [
  { name: 'Triple Pearl', price_cents: 1600, pounds: 22, lots: [{ number: 'TP-26-01', pounds: 22 }] },
  { name: 'Comet', price_cents: 1450, pounds: 22, lots: [] },
];

export const sampleEmails: Record<string, Email> = {
  'order-paid-pickup': confirmationEmail(pickup, lines, sender),
  'order-paid-delivery': confirmationEmail(delivery, lines, sender),
  'order-ready-pickup': statusEmail(pickup, 'ready', sender),
  'order-ready-delivery': statusEmail(delivery, 'ready', sender),
  'order-completed': statusEmail(pickup, 'completed', sender),
  'order-cancelled': statusEmail(pickup, 'cancelled', sender),
  'order-refunded': statusEmail(pickup, 'refunded', sender),
  'order-refunded-in-part': partialRefundEmail(
    pickup,
    { amount_cents: 4800, texts: ['Triple Pearl: 3 lbs, $48.00'] },
    sender,
  ),
  'order-changed': changeEmail(
    pickup,
    {
      texts: ['Triple Pearl weighed: 25 lbs → 22 lbs'],
      money: '$48.00 is going back to your card; your bank may take a few days to show it.',
    },
    sender,
  ),
  'order-failed': failureEmail(pickup, 'The card was declined.', sender),
  ...Object.fromEntries(farmNoticeEmails(delivery, lines, sender).map((email) => ['farm-notice', email])),
  'password-reset': resetEmail(wren, link),
  'staff-invitation': invitationEmail(wren, link, farm.brand),
  'account-confirmation': askingEmail(
    { name: 'Rosa Delgado', company: 'Sandbar Brewing', email: 'rosa@sandbar-brewing.example' },
    link,
    farm.brand,
  ),
  'new-device': newDeviceEmail(wren, { address: '203.0.113.7', device: 'Firefox on Linux', at, siteUrl }),
  ...Object.fromEntries(
    (['password changed', 'two-factor on', 'two-factor off'] as const).flatMap((change) =>
      accountChangeEmails(wren, change, { at, siteUrl }).map((email) => [change.replace(' ', '-'), email]),
    ),
  ),
};
