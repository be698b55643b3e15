/** The 403 for staff who must set up two-step login first. The back office recognizes it and opens the account page. */
export const TWO_FACTOR_REQUIRED = 'Your account needs two-step login. Set it up on your account page to continue.';
