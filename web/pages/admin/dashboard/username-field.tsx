import { currentUser } from '#web/session/session.ts';

/** In a form with a password, so that a password manager knows whose it is. */
export function UsernameField() {
  return (
    <input
      className="visually-hidden"
      type="email"
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      defaultValue={currentUser().email}
    />
  );
}
