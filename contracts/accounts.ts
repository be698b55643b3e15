import { z } from 'zod';
import { EMAIL } from './email.ts';
import { dataOf, type EndpointTable, MessageResponse } from './endpoint.ts';
import { staffRoles } from './staff-roles.ts';

export const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['customer', 'writer', 'admin']),
  /** Null for customers. */
  staff_role: z.enum(staffRoles).nullable(),
});
export type Person = z.output<typeof Person>;

/** The account of a request. */
export const Account = Person.extend({
  /** Staff of a shop that requires two-step login: until it is set up, nothing else is allowed. */
  must_set_up_two_factor: z.boolean(),
});
export type Account = z.output<typeof Account>;

const requiredPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .max(1024, 'The password is too long.');
const newPassword = requiredPassword.min(8, 'Passwords must be at least 8 characters.');
const requiredEmail = z
  .string('Email is required.')
  .trim()
  .min(1, 'Email is required.')
  .max(254, 'That email address is too long.');

const requiredCode = z.string('Code is required.').trim().min(1, 'Code is required.').max(50, 'The code is too long.');

export const Login = z.object({
  email: requiredEmail,
  password: requiredPassword,
  /** For accounts with two-factor login: the code from the app, or a recovery code. */
  code: z.string().trim().max(50, 'The code is too long.').optional(),
});
export type Login = z.output<typeof Login>;

export const NewName = z
  .string('Full Name is required.')
  .trim()
  .min(1, 'Full Name is required.')
  .max(100, 'The name can be up to 100 characters.');
export const NewEmail = requiredEmail.pipe(
  z.email({ pattern: EMAIL, error: "That doesn't look like an email address." }),
);

export const SignUp = z.object({
  name: NewName,
  email: NewEmail,
  password: newPassword,
  /** Honeypot: hidden from people, filled in by bots. */
  website: z.string().max(1000).optional(),
});
export type SignUp = z.output<typeof SignUp>;

export const PasswordChange = z.object({ current_password: requiredPassword, password: newPassword });
export const PasswordReset = z.object({ token: z.string('The link is incomplete.').max(200), password: newPassword });

export const Session = z.object({
  id: z.string(),
  address: z.string(),
  /** Browser and operating system; empty if unknown. */
  device: z.string(),
  created_at: z.iso.datetime(),
  /** Rounded to the hour. */
  used_at: z.iso.datetime(),
  /** The session that sent this request. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const TwoFactorStatus = z.object({
  /** When it was turned on; null while it is off. */
  since: z.iso.datetime().nullable(),
  recovery_codes_left: z.int(),
});

const LoginResponse = z.object({ token: z.string(), user: Person, message: z.string() });

const TOO_MANY = 'Too many attempts. Retry-After says when to try again.';

export const accountEndpoints = {
  'POST /api/register': {
    summary: 'Sign up as a customer',
    body: SignUp,
    response: MessageResponse,
    errors: { 429: TOO_MANY },
  },
  'POST /api/login': {
    summary:
      'Log in; send the token in the Authorization header of later requests. A 401 with `errors.code` means the account uses two-factor login: repeat the request with a code',
    body: Login,
    response: LoginResponse,
    errors: { 401: 'Incorrect email or password, or a code is needed.', 429: TOO_MANY },
  },
  'POST /api/logout': {
    summary: 'End the current session',
    for: 'customer',
    response: MessageResponse,
  },
  'GET /api/account': {
    summary: 'The logged-in account',
    for: 'customer',
    response: dataOf(Account),
  },
  'PUT /api/account/password': {
    summary: 'Change the password; ends every session and starts a new one',
    for: 'customer',
    body: PasswordChange,
    response: LoginResponse,
  },
  'GET /api/account/sessions': {
    summary: 'Active sessions, newest first',
    for: 'customer',
    response: z.object({ data: z.array(Session) }),
  },
  'DELETE /api/account/sessions/:id': {
    summary: 'End a session',
    for: 'customer',
    params: z.object({ id: z.string().max(100) }),
    response: MessageResponse,
  },
  'DELETE /api/account/sessions': {
    summary: 'End every other session',
    for: 'customer',
    response: MessageResponse,
  },
  'GET /api/account/second-factor': {
    summary: 'Whether two-factor login is on',
    for: 'writer',
    duringTwoFactorSetup: true,
    response: dataOf(TwoFactorStatus),
  },
  'POST /api/account/second-factor': {
    summary: 'Start setting up two-factor login; the secret is returned only once',
    for: 'writer',
    duringTwoFactorSetup: true,
    body: z.object({ password: requiredPassword }),
    response: dataOf(z.object({ secret: z.string(), link: z.string() })),
  },
  'POST /api/account/second-factor/confirmation': {
    summary: 'Turn on two-factor login with a first code; returns the recovery codes once and ends every other session',
    for: 'writer',
    duringTwoFactorSetup: true,
    body: z.object({ code: requiredCode }),
    response: dataOf(z.object({ recovery_codes: z.array(z.string()) })),
  },
  'POST /api/account/second-factor/removal': {
    summary: 'Turn off two-factor login; needs the password and a code',
    for: 'writer',
    body: z.object({ password: requiredPassword, code: requiredCode }),
    response: MessageResponse,
  },
  'POST /api/password-reset-requests': {
    summary: 'Request a password reset link; the response never reveals whether the account exists',
    body: z.object({ email: requiredEmail }),
    response: MessageResponse,
    errors: { 429: TOO_MANY },
  },
  'POST /api/password-resets': {
    summary: 'Set a new password with the token from a reset link; ends every session',
    body: PasswordReset,
    response: MessageResponse,
    errors: { 429: TOO_MANY },
  },
} as const satisfies EndpointTable;
