// Links that set a new password. The database holds the hash of their token.
import { pagePaths } from '#contracts/page-paths.ts';
import type { Db } from '#server/database/schema.ts';
import { hashToken, newToken } from '#server/secret-token.ts';
import * as store from './accounts.store.ts';

type Options = { siteUrl: string; expires_at: string };

export async function createResetLink(tx: Db, account_id: number, { siteUrl, expires_at }: Options): Promise<string> {
  const token = newToken();
  await store.insertReset(tx, { token_hash: hashToken(token), account_id, expires_at });
  // In the URL fragment: it is never sent to a server, so it never ends up in a log.
  return `${siteUrl}${pagePaths.resetPassword}#${token}`;
}
