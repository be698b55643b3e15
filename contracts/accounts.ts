import { z } from 'zod';
import { type CallTable, done } from './call.ts';

export const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['customer', 'admin']),
});
export type Person = z.output<typeof Person>;

export const Login = z.object({
  email: z.string('Email is required.').trim().min(1, 'Email is required.').max(254, 'The e-mail is too long.'),
  password: z.string('Password is required.').min(1, 'Password is required.').max(1024, 'The password is too long.'),
});
export type Login = z.output<typeof Login>;

export const accountCalls = {
  'POST /api/login': {
    summary: 'Log in; the token goes into the Authorization header of later calls',
    body: Login,
    reply: z.object({ token: z.string(), user: Person, message: z.string() }),
  },
  'POST /api/logout': {
    summary: 'End the session of the token that is sent',
    for: 'customer',
    reply: done,
  },
} as const satisfies CallTable;
