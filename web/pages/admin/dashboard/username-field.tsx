import { whoIsLoggedIn } from '#web/session/session.ts';

/** In a form with a password, so that a password manager knows whose it is. */
export function AccountName() {
  return (
    <input
      className="unseen"
      type="email"
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      defaultValue={whoIsLoggedIn().email}
    />
  );
}
