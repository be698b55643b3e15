import { z } from 'zod';
import { EMAIL } from './email.ts';
import { dataOf, type EndpointTable, MessageResponse } from './endpoint.ts';

export const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['customer', 'admin']),
});
export type Person = z.output<typeof Person>;

const givenPassword = z
  .string('Password is required.')
  .min(1, 'Password is required.')
  .max(1024, 'The password is too long.');
const newPassword = givenPassword.min(8, 'The password must have 8 characters or more.');
const givenEmail = z
  .string('Email is required.')
  .trim()
  .min(1, 'Email is required.')
  .max(254, 'The e-mail is too long.');

const givenCode = z.string('Code is required.').trim().min(1, 'Code is required.').max(50, 'The code is too long.');

export const Login = z.object({
  email: givenEmail,
  password: givenPassword,
  /** Only for an account with a second factor: the code of the app, or a recovery code. */
  code: z.string().trim().max(50, 'The code is too long.').optional(),
});
export type Login = z.output<typeof Login>;

export const SignUp = z.object({
  name: z
    .string('Full Name is required.')
    .trim()
    .min(1, 'Full Name is required.')
    .max(100, 'The name may have 100 characters at most.'),
  email: givenEmail.pipe(z.email({ pattern: EMAIL, error: 'This does not look like an e-mail address.' })),
  password: newPassword,
  /** People do not see this field; programs that fill in everything do. */
  website: z.string().max(1000).optional(),
});
export type SignUp = z.output<typeof SignUp>;

export const PasswordChange = z.object({ current_password: givenPassword, password: newPassword });
export const PasswordReset = z.object({ token: z.string('The link is not complete.').max(200), password: newPassword });

export const Session = z.object({
  id: z.string(),
  address: z.string(),
  /** Browser and system; empty where it is not known. */
  device: z.string(),
  created_at: z.iso.datetime(),
  /** To the hour. */
  used_at: z.iso.datetime(),
  /** The one this is asked with. */
  current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const TwoFactorStatus = z.object({
  /** Null while it is off. */
  since: z.iso.datetime().nullable(),
  recovery_codes_left: z.int(),
});

const LoginResponse = z.object({ token: z.string(), user: Person, message: z.string() });

export const accountEndpoints = {
  'POST /api/register': {
    summary: 'Sign up as a customer',
    body: SignUp,
    response: MessageResponse,
  },
  'POST /api/login': {
    summary:
      'Log in; the token goes into the Authorization header of later calls. A 401 with `errors.code` wants the same call again with the code of the second factor',
    body: Login,
    response: LoginResponse,
  },
  'POST /api/logout': {
    summary: 'End the session of the token that is sent',
    for: 'customer',
    response: MessageResponse,
  },
  'GET /api/account': {
    summary: 'Who is logged in',
    for: 'customer',
    response: dataOf(Person),
  },
  'PUT /api/account/password': {
    summary: 'Change the password; ends all sessions and opens a new one',
    for: 'customer',
    body: PasswordChange,
    response: LoginResponse,
  },
  'GET /api/account/sessions': {
    summary: 'Where one is logged in, newest first',
    for: 'customer',
    response: z.object({ data: z.array(Session) }),
  },
  'DELETE /api/account/sessions/:id': {
    summary: 'End one of them',
    for: 'customer',
    params: z.object({ id: z.string().max(100) }),
    response: MessageResponse,
  },
  'DELETE /api/account/sessions': {
    summary: 'End all of them but the one this is sent with',
    for: 'customer',
    response: MessageResponse,
  },
  'GET /api/account/second-factor': {
    summary: 'Whether the second factor is on',
    for: 'admin',
    response: dataOf(TwoFactorStatus),
  },
  'POST /api/account/second-factor': {
    summary: 'Begin to set up a second factor; the secret is told here and never again',
    for: 'admin',
    body: z.object({ password: givenPassword }),
    response: dataOf(z.object({ secret: z.string(), link: z.string() })),
  },
  'POST /api/account/second-factor/confirmation': {
    summary: 'Switch it on with a first code; tells the recovery codes, once, and ends all other sessions',
    for: 'admin',
    body: z.object({ code: givenCode }),
    response: dataOf(z.object({ recovery_codes: z.array(z.string()) })),
  },
  'POST /api/account/second-factor/removal': {
    summary: 'Switch it off, with the password and a code',
    for: 'admin',
    body: z.object({ password: givenPassword, code: givenCode }),
    response: MessageResponse,
  },
  'POST /api/password-reset-requests': {
    summary: 'Ask for a link to set a new password; the answer does not say whether there is such an account',
    body: z.object({ email: givenEmail }),
    response: MessageResponse,
  },
  'POST /api/password-resets': {
    summary: 'Set a new password with the token of such a link; ends all sessions',
    body: PasswordReset,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
