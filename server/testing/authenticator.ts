// The authenticator app on somebody's phone, for tests that log in with a second factor.
import { codeAt, stepAt } from '#server/accounts/totp.ts';

export const codeOf = (secret: string, stepsFromNow = 0): string => codeAt(secret, stepAt(new Date()) + stepsFromNow);
