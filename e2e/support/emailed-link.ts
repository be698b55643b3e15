import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The link in the first email to this address; empty until the shop has written the email to a file. */
export function linkEmailedTo(dataDir: string, recipient: string): string {
  const folder = join(dataDir, 'outbox');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const emails = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const email = emails.find((text) => text.includes(`To: ${recipient}`)) ?? '';
  return /http:\S+(?:#|\/alerts\?key=)[\w-]+/.exec(email.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[0] ?? '';
}
