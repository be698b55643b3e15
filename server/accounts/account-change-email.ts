import type { Person } from '#contracts/accounts.ts';
import { formatDateTime } from '#contracts/dates.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email } from '#server/mail/email-template.ts';
import { GENERATED_EMAIL } from './first-admin.ts';

const subjects = {
  'password changed': 'Your password was changed',
  'two-factor on': 'Two-step login was turned on',
  'two-factor off': 'Two-step login was turned off',
} as const;

export type AccountChange = keyof typeof subjects;

/** Tells the owner of an account what changed, in case someone else did it. None for the generated admin, whose mail nobody reads. */
export function accountChangeEmails(
  { name, email }: Pick<Person, 'name' | 'email'>,
  change: AccountChange,
  { at, siteUrl }: { at: string; siteUrl: string },
): Email[] {
  if (email === GENERATED_EMAIL) return [];
  return [
    {
      recipient: email,
      subject: subjects[change],
      parts: [
        `Hi ${name},`,
        `${subjects[change]} on ${formatDateTime(at)}.`,
        "If this was you, you don't need to do anything. If not, set a new password right away, and tell us.",
        { link: `${siteUrl}${pagePaths.forgotPassword}`, label: 'Set a new password' },
      ],
    },
  ];
}
