// Browser storage that tolerates being blocked: nothing is remembered, but everything else works.

export function readStorage(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(key: string, value: string, area: Area = 'localStorage'): void {
  try {
    window[area].setItem(key, value);
  } catch {
    // Denied or full.
  }
}

export function removeStorage(key: string, area: Area = 'localStorage'): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Denied.
  }
}

type Area = 'localStorage' | 'sessionStorage';
