import { currentUser } from '#web/session/session.ts';

/** Tells password managers which account a password form is for. */
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
