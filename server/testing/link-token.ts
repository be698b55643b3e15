/** The token in the set-password link of an email. */
export function linkToken(mail = ''): string {
  const unfolded = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /\/reset-password#([\w-]+)/.exec(unfolded)?.[1] ?? '';
}
