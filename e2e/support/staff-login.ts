// Staff at work in a browser.
import type { Page } from '@playwright/test';

type Staffed = { staff: Record<string, string> };

/** Logged in before the first page opens. */
export async function asStaff(page: Page, { staff }: Staffed): Promise<void> {
  await page.addInitScript((token) => {
    // Only once: who logs out stays out.
    if (sessionStorage.getItem('came')) return;
    sessionStorage.setItem('came', 'yes');
    localStorage.setItem('authToken', token);
    localStorage.setItem('user', JSON.stringify({ id: 1, name: 'June', email: 'june@farm.example', role: 'admin' }));
  }, staff.authorization?.slice('Bearer '.length) ?? '');
}
