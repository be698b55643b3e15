import type { Person } from '#contracts/accounts.ts';
import { formatDateTime } from '#contracts/dates.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email } from '#server/mail/email-template.ts';
import type { Client } from './sessions.ts';

type Login = Client & { at: string; siteUrl: string };

/** Sent to staff when someone logs in to their account from a new device or address. */
export function newDeviceEmail({ name, email }: Person, { address, device, at, siteUrl }: Login): Email {
  return {
    recipient: email,
    subject: 'New login to your account',
    parts: [
      `Hi ${name},`,
      'Someone, probably you, logged in to your account from a new device or location.',
      {
        rows: [
          ['When', formatDateTime(at)],
          ['Device', device],
          ['Address', address],
        ],
      },
      "If this was you, you don't need to do anything. If not, log that device out and change your password right away.",
      { link: `${siteUrl}${pagePaths.account}`, label: 'See where you are logged in' },
    ],
  };
}
