// An authenticator app for tests that log in with two-factor authentication.
import { codeAt, stepAt } from '#server/accounts/totp.ts';

export const codeOf = (secret: string, stepsFromNow = 0): string => codeAt(secret, stepAt(new Date()) + stepsFromNow);
