// Emails that have not been sent: npm run mail -- list | retry
import type { Database } from '#server/database/database.ts';
import { listUnsent, retryAll } from '#server/mail/mail.store.ts';
import { withShopDatabase } from './shop-database.ts';

const [action = 'list'] = process.argv.slice(2);

await withShopDatabase((database) => {
  if (action === 'list') return list(database);
  if (action === 'retry') return retry(database);
  throw new Error('Usage: npm run mail -- list | retry');
});

async function list({ db }: Database): Promise<string> {
  const mails = await listUnsent(db);
  if (mails.length === 0) return 'All emails have been sent.';
  return mails
    .map(({ id, recipient, subject, tries, next_try_at, last_error }) => {
      const next = next_try_at ? `next attempt ${next_try_at}` : 'given up';
      return `${id}  ${recipient}  "${subject}"  attempts ${tries}, ${next}${last_error ? `: ${last_error}` : ''}`;
    })
    .join('\n');
}

async function retry({ transaction }: Database): Promise<string> {
  const count = await transaction([], (tx) => retryAll(tx, new Date().toISOString()));
  return count === 1 ? 'Retrying 1 email.' : `Retrying ${count} emails.`;
}
