// How the shop is set up, in words for its owner.
import { readFileSync } from 'node:fs';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Check } from '#contracts/status.ts';
import type { Config } from '#server/config.ts';
import type { Kind } from '#server/database/migrate.ts';
import type { WatchedStorage } from '#server/media/storage-outage.ts';

/** Also found from the built server, which is as many folders deep. */
const PACKAGE = new URL('../../package.json', import.meta.url);
const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

const DAY_SECONDS = 86_400;

type Deps = {
  config: Config;
  databaseKind: Kind;
  objectStorage: WatchedStorage | undefined;
  latestBackup(): Promise<{ ageSeconds: number } | undefined>;
  countUnsentEmails(): Promise<number>;
};

export function createStatus({ config, databaseKind, objectStorage, latestBackup, countUnsentEmails }: Deps) {
  return { checks };

  async function checks(): Promise<{ data: Check[] }> {
    const [backup, unsent] = await Promise.all([latestBackup(), countUnsentEmails()]);
    return {
      data: [
        payments(config),
        email(config, unsent),
        storage(config, objectStorage?.isAvailable() ?? true),
        ok('Database', databaseKind === 'sqlite' ? 'SQLite, a file on this server.' : 'PostgreSQL.'),
        lastBackup(backup?.ageSeconds),
        address(config),
        ok('Version', version),
      ],
    };
  }
}

const GUIDE = `${pagePaths.help}#status-and-going-live`;

const ok = (name: string, text: string): Check => ({ name, state: 'ok', text, advice: null, href: null });
const attention = (name: string, text: string, advice: string, href: string = GUIDE): Check => ({
  ...{ name, state: 'attention', text, advice, href },
});

const SET_SQUARE = 'Set the four SQUARE_ values in .env and restart.';

function payments({ payments, square }: Config): Check {
  if (payments === 'demo') return attention('Payments', 'Demo: cards are not charged.', SET_SQUARE);
  if (payments === 'off') return attention('Payments', 'Off: nobody can order.', SET_SQUARE);
  if (square?.environment === 'sandbox')
    return attention(
      'Payments',
      "Square's sandbox: cards are not charged.",
      'Set SQUARE_ENVIRONMENT=production and its keys.',
    );
  if (!square?.webhookSignatureKey)
    return attention(
      'Payments',
      'Square takes cards.',
      'Set SQUARE_WEBHOOK_SIGNATURE_KEY, so that Square reports disputes and late payments at once.',
    );
  return ok('Payments', 'Square takes cards and reports what happens to payments.');
}

function email({ mail }: Config, unsent: number): Check {
  if (!mail.smtpUrl)
    return attention(
      'Email',
      'Emails are written to files. Nobody gets them.',
      'Set SMTP_URL and MAIL_FROM in .env and restart.',
    );
  if (unsent > 0)
    return attention(
      'Email',
      `${unsent} ${unsent === 1 ? 'email is waiting or has' : 'emails are waiting or have'} failed.`,
      'See why, and send them again.',
      pagePaths.mail,
    );
  return ok('Email', 'Emails go out through your mail server.');
}

function storage({ s3 }: Config, available: boolean): Check {
  if (!available)
    return attention(
      'Pictures and files',
      'Object storage does not respond.',
      'Check the S3_ values and the provider. Orders still work.',
    );
  return ok('Pictures and files', s3 ? 'In object storage.' : 'On the disk of this server.');
}

function lastBackup(ageSeconds: number | undefined): Check {
  const advice = 'Make one, and turn on the nightly timer.';
  if (ageSeconds === undefined) return attention('Last backup', 'There is none.', advice, pagePaths.backups);
  const days = Math.floor(ageSeconds / DAY_SECONDS);
  if (days >= 2) return attention('Last backup', `${days} days ago.`, advice, pagePaths.backups);
  return ok('Last backup', days === 1 ? 'Yesterday.' : 'Within a day.');
}

function address({ live, siteUrl }: Config): Check {
  if (live) return ok('Address', `${siteUrl}, encrypted.`);
  return attention('Address', siteUrl ?? 'Only on this computer.', 'Set SITE_URL to your https address and restart.');
}
