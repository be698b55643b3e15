// Who is logged in, as the specification keeps it: `authToken` and `user` in localStorage.

const TOKEN = 'authToken';
const USER = 'user';

export function bearerHeader(): Record<string, string> {
  const token = localStorage.getItem(TOKEN);
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function forgetSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
}

/** The specification's rule for a load that means "log in again"; it goes by the message, and only here. */
export const endsSession = (why: string): boolean => why.includes('Unauthenticated') || why.includes('Failed');
