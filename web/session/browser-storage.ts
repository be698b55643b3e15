// Browser storage that tolerates being blocked: nothing is remembered, but everything else works.

export function readStorage(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** False if it was denied or the storage is full. */
export function writeStorage(key: string, value: string, area: Area = 'localStorage'): boolean {
  try {
    window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** What to tell people whose browser keeps nothing. */
export const STORAGE_BLOCKED = 'Your browser blocks cookies and site data for this site.';

export function removeStorage(key: string, area: Area = 'localStorage'): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Denied.
  }
}

/** Phone and address of a customer who is logged in. */
export const CONTACT = 'contact';

type Area = 'localStorage' | 'sessionStorage';
