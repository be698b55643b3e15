import type { Page } from '@playwright/test';

/** Logs staff in before the first page opens, without the login form. */
export async function logInAsStaff(page: Page, { staff }: { staff: Record<string, string> }): Promise<void> {
  await page.addInitScript((token) => {
    // Only once, so that a logout lasts.
    if (sessionStorage.getItem('loggedIn')) return;
    sessionStorage.setItem('loggedIn', 'yes');
    localStorage.setItem('authToken', token);
    const june = { id: 1, name: 'June', email: 'june@farm.example', role: 'admin', staff_role: 'owner' };
    localStorage.setItem('user', JSON.stringify(june));
  }, staff.authorization?.slice('Bearer '.length) ?? '');
}

/** Fills in and submits the login form. */
export async function submitLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
