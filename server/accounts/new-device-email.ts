import type { Person } from '#contracts/accounts.ts';
import { formatDateTime } from '#contracts/dates.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email } from '#server/mail/email-template.ts';
import type { Client } from './sessions.ts';

type Login = Client & { at: string; siteUrl: string };

/** To staff whose account was opened from where it was not opened before. */
export function newDeviceEmail({ name, email }: Person, { address, device, at, siteUrl }: Login): Email {
  return {
    recipient: email,
    subject: 'A login from a new device',
    parts: [
      `Hello ${name},`,
      'somebody, probably you, logged in to your account from a device or an address that it was not used from before.',
      {
        rows: [
          ['When', formatDateTime(at)],
          ['Device', device],
          ['Address', address],
        ],
      },
      'If it was you, there is nothing to do. If not, end that session and change your password at once.',
      { link: `${siteUrl}${pagePaths.dashboard}`, label: 'See where you are logged in' },
    ],
  };
}
