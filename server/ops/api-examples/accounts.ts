import * as sample from '../api-example-data.ts';
import { type Examples, id, message } from './example.ts';

export const accountsExamples = {
  'POST /api/register': {
    body: { name: 'Dana Whitlock', email: 'dana@tulefog.example', password: 'pale ale and a river' },
    response: message("You're signed up. You can log in now."),
  },
  'POST /api/login': {
    body: { email: 'dana@tulefog.example', password: 'pale ale and a river' },
    response: { ...sample.login, message: 'Logged in.' },
  },
  'POST /api/logout': { response: message('Logged out.') },
  'GET /api/account': { response: { data: { ...sample.person, must_set_up_two_factor: false } } },
  'PUT /api/account/password': {
    body: { current_password: 'pale ale and a river', password: 'an amber ale and a slough' },
    response: { ...sample.login, message: 'Your password was changed.' },
  },
  'GET /api/account/sessions': { response: { data: [sample.session] } },
  'DELETE /api/account/sessions/:id': {
    params: { id: sample.session.id },
    response: message('Logged out on that device.'),
  },
  'DELETE /api/account/sessions': { response: message('Logged out everywhere else.') },
  'GET /api/account/second-factor': { response: { data: { since: null, recovery_codes_left: 0 } } },
  'POST /api/account/second-factor': {
    body: { password: 'pale ale and a river' },
    response: {
      data: {
        secret: 'JBSWY3DPEHPK3PXP',
        link: 'otpauth://totp/Kingfisher%20Hops:wren%40farm.example?secret=JBSWY3DPEHPK3PXP',
      },
    },
  },
  'POST /api/account/second-factor/confirmation': {
    body: { code: '492039' },
    response: { data: { recovery_codes: ['k3vm-x8qa', '7tdn-2hwp'] } },
  },
  'POST /api/account/second-factor/removal': {
    body: { password: 'pale ale and a river', code: '492039' },
    response: message('Two-step login is off.'),
  },
  'POST /api/password-reset-requests': {
    body: { email: 'dana@tulefog.example' },
    response: message('If this email has an account, we have sent a link to set a new password.'),
  },
  'POST /api/password-resets': {
    body: { token: 'TOKEN_FROM_THE_LINK', password: 'an amber ale and a slough' },
    response: message('Your password was changed. You can log in now.'),
  },
  'GET /api/people': { response: { data: [sample.staffMember] } },
  'POST /api/people': {
    body: { name: sample.staffMember.name, email: sample.staffMember.email, staff_role: 'writer' },
    response: { data: { ...sample.staffMember, state: 'invited', two_factor: false, last_used_at: null } },
  },
  'PUT /api/people/:id': { params: id(3), body: { staff_role: 'writer' }, response: { data: sample.staffMember } },
  'POST /api/people/:id/invitation': {
    params: id(3),
    response: { data: { ...sample.staffMember, state: 'invited', two_factor: false } },
  },
  'POST /api/people/:id/deactivation': {
    params: id(3),
    response: { data: { ...sample.staffMember, state: 'deactivated', two_factor: false } },
  },
  'DELETE /api/people/:id/sessions': {
    params: id(3),
    response: message('Finch Adair is logged out everywhere.'),
  },
} satisfies Examples;
