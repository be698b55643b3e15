// The contact data of a customer who is logged in, so that they need not type it again. Kept on this device only, and removed
// at logout.
import { CONTACT, readStorage, writeStorage } from '#web/session/browser-storage.ts';
import { currentUser, isLoggedIn } from '#web/session/session.ts';
import { type Contact, emptyContact } from './order-form-state.ts';

export function knownContact(): Contact {
  if (!isCustomer()) return emptyContact;
  const { name = '', email = '' } = currentUser();
  return { ...emptyContact, name, email, ...remembered() };
}

export function rememberContact({ phone, address }: Contact): void {
  if (isCustomer()) writeStorage(CONTACT, JSON.stringify({ phone, address }));
}

/** Staff order for others. */
export const isCustomer = (): boolean => isLoggedIn() && currentUser().role !== 'admin';

/** Stored data may come from another version or be edited by hand. */
function remembered(): Partial<Contact> {
  try {
    const { phone, address } = Object(JSON.parse(readStorage(CONTACT) ?? '{}'));
    return { ...(typeof phone === 'string' && { phone }), ...(typeof address === 'string' && { address }) };
  } catch {
    return {};
  }
}
