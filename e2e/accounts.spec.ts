import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { isSoundAt, violationsOn } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { staffAccount } from '#scripts/running-shop.ts';

const stored = (page: Page) =>
  page.evaluate(() => ({ token: localStorage.getItem('authToken'), user: localStorage.getItem('user') }));

async function login(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function signUp(url: string, email: string, password: string) {
  const body = JSON.stringify({ name: 'Otis Malt', email, password });
  await fetch(`${url}/api/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

test('login stores token and user, and leads to the dashboard; the account button then leads there too', async ({
  page,
}) => {
  await page.goto(pagePaths.login);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();

  await login(page, staffAccount);

  await expect(page).toHaveURL(pagePaths.dashboard);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const { token, user } = await stored(page);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.parse(user ?? '')).toMatchObject({ email: staffAccount.email, role: 'admin' });
  await page.goto(pagePaths.home);
  await expect(page.getByRole('link', { name: 'Account' })).toHaveAttribute('href', pagePaths.dashboard);
});

test('the button says Logging in... while it waits, and cannot be pressed twice', async ({ page }) => {
  let calls = 0;
  let answer = () => {};
  await page.route('**/api/login', async (route) => {
    calls += 1;
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.goto(pagePaths.login);

  await login(page, staffAccount);
  const button = page.getByRole('button', { name: 'Logging in...' });
  await expect(button).toBeVisible();
  await button.click({ force: true });
  await page.keyboard.press('Enter');
  answer();

  await expect(page).toHaveURL(pagePaths.dashboard);
  expect(calls).toBe(1);
});

test('a wrong password is said in the page, and what was typed stays', async ({ page, expected }) => {
  expected.push(/status of 401/);
  await page.goto(pagePaths.login);

  await login(page, { email: 'nobody@farm.example', password: 'wrong' });

  await expect(page.getByRole('alert')).toHaveText('The e-mail or the password is wrong.');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@farm.example');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await stored(page)).toEqual({ token: null, user: null });
  expect(await violationsOn(page)).toEqual([]);
});

test('without an answer from the server it says Login failed', async ({ page, expected }) => {
  expected.push(/ERR_FAILED|502/);
  await page.goto(pagePaths.login);

  await page.route('**/api/login', (route) => route.abort());
  await login(page, staffAccount);
  await expect(page.getByRole('alert')).toHaveText('Login failed');

  await page.unroute('**/api/login');
  await page.route('**/api/login', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed');
});

test('all fields are required, and the e-mail field is one', async ({ page }) => {
  await page.goto(pagePaths.login);
  for (const label of ['Email', 'Password']) await expect(page.getByLabel(label)).toHaveAttribute('required');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');

  await page.goto(pagePaths.signup);
  for (const label of ['Full Name', 'Email', 'Password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
});

test('an expired session leads to the login page, which says why, and back again after login', async ({
  page,
  expected,
}) => {
  expected.push(/status of 401/);
  await page.goto(pagePaths.home);
  await page.evaluate(() => localStorage.setItem('authToken', 'long-expired'));

  await page.goto(`${pagePaths.blogManagement}?page=2`);
  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  expect(await stored(page)).toEqual({ token: null, user: null });
  await login(page, staffAccount);

  await expect(page).toHaveURL(`${pagePaths.blogManagement}?page=2`);
  await page.goto(pagePaths.login);
  await expect(page.getByText('Your session has ended')).toBeHidden();
});

test('two loads that a dead session refuses give one reason, also while the login page is on its way', async ({
  page,
  expected,
}) => {
  expected.push(/status of 401/);
  await page.goto(pagePaths.home);
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'long-expired');
    localStorage.setItem('user', JSON.stringify({ name: 'June', role: 'admin' }));
  });
  for (const [address, ms] of [
    ['**/api/dashboard/admin', 60],
    ['**/admin/login', 300],
  ] as const)
    await page.route(address, (route) => setTimeout(() => route.continue(), ms));

  await page.goto(pagePaths.dashboard);

  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
});

test('who never logged in is asked to; who is a customer is led to their own page', async ({
  page,
  expected,
  shop,
}) => {
  expected.push(/status of 401/);
  await page.goto(pagePaths.orderManagement);
  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText('Please log in to go on.')).toBeVisible();

  const customer = { name: 'Otis', email: 'otis.leads@tulefog.example', password: 'wet hops in autumn' };
  await post(`${shop.url}/api/register`, customer);
  const { token, user } = await (await post(`${shop.url}/api/login`, customer)).json();
  await page.evaluate(
    ([key, person]) => {
      localStorage.setItem('authToken', key ?? '');
      localStorage.setItem('user', person ?? '');
    },
    [token, JSON.stringify(user)],
  );
  await page.goto(pagePaths.orderManagement);
  await expect(page).toHaveURL(pagePaths.dashboard);
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible();
});

test('a failed load of the office leads to the login page as well, and says so', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/);
  await page.route(/\/api\/(account|orders)/, (route) => route.abort());

  await page.goto(pagePaths.dashboard);

  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText('The office could not be loaded. Please log in again.')).toBeVisible();
});

test('signing up says so, leads to the login page, and the account works', async ({ page }) => {
  await page.goto(pagePaths.signup);
  await page.getByLabel('Full Name').fill('Juno Barley');
  await page.getByLabel('Email').fill('juno@brewery.example');
  await page.getByLabel('Password').fill('eight characters');

  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(page.getByRole('alert')).toHaveText('Signup successful! Redirecting...');
  await expect(page).toHaveURL(pagePaths.login);
  await login(page, { email: 'juno@brewery.example', password: 'eight characters' });
  await expect(page).toHaveURL(pagePaths.dashboard);
  await expect(page.getByText('Juno Barley, juno@brewery.example')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Back office' }).getByRole('link')).toHaveText([
    'Heron Slough Ranch',
    'Dashboard',
  ]);
});

test('while it waits the button says Signing up...', async ({ page }) => {
  await page.route('**/api/register', () => new Promise(() => {}));
  await page.goto(pagePaths.signup);
  await page.getByLabel('Full Name').fill('Juno Barley');
  await page.getByLabel('Email').fill('slow@brewery.example');
  await page.getByLabel('Password').fill('eight characters');

  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(page.getByRole('button', { name: 'Signing up...' })).toBeVisible();
});

test('an e-mail that has an account is said at the field', async ({ page, expected }) => {
  expected.push(/status of 422/);
  await page.goto(pagePaths.signup);
  await page.getByLabel('Full Name').fill('Somebody Else');
  await page.getByLabel('Email').fill(staffAccount.email);
  await page.getByLabel('Password').fill('eight characters');

  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'This e-mail has an account already. Please log in.',
  );
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(await violationsOn(page)).toEqual([]);
});

for (const place of ['main', 'navigation'] as const)
  test(`Logout in the ${place === 'main' ? 'header' : 'sidebar'} forgets token and user and goes home, even when the call fails`, async ({
    page,
    expected,
  }) => {
    expected.push(/ERR_FAILED|did not get through/);
    await page.goto(pagePaths.login);
    await login(page, staffAccount);
    await expect(page).toHaveURL(pagePaths.dashboard);
    await page.route('**/api/logout', (route) => route.abort());

    await page.getByRole(place).getByRole('button', { name: 'Logout' }).click();

    await expect(page).toHaveURL(pagePaths.home);
    expect(await stored(page)).toEqual({ token: null, user: null });
  });

test('a forgotten password is set anew through the link in the mail', async ({ page, shop }) => {
  const email = 'forgetful@brewery.example';
  await signUp(shop.url, email, 'the old password');
  await page.goto(pagePaths.login);
  await page.getByRole('link', { name: 'Set a new one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot it?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert')).toContainText('a link to set a new password is on its way');

  const link = () => linkMailedTo(shop.dataDir, email);
  await expect.poll(link, { timeout: 15_000 }).toContain(`${pagePaths.resetPassword}#`);
  await page.goto(link().replace(/^http:\/\/[^/]+/, ''));
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your password was changed.');

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await login(page, { email, password: 'the new password' });
  await expect(page).toHaveURL(pagePaths.dashboard);
});

test('a link that is too old says so and offers a new one', async ({ page, expected }) => {
  expected.push(/status of 422/);
  await page.goto(`${pagePaths.resetPassword}#gone`);
  await page.getByLabel('New password').fill('the new password');

  await page.getByRole('button', { name: 'Set the password' }).click();

  await expect(page.getByRole('alert')).toContainText('This link was used already or is too old.');
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('the password is changed on the dashboard, and a wrong current one is said at its field', async ({
  page,
  shop,
  expected,
}) => {
  expected.push(/status of 422/);
  const email = 'changing@brewery.example';
  await signUp(shop.url, email, 'the old password');
  await page.goto(pagePaths.login);
  await login(page, { email, password: 'the old password' });
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not the current password.');

  await page.getByLabel('Current password').fill('the old password');
  await page.getByRole('button', { name: 'Change password' }).click();

  await expect(page.getByRole('status').getByText('The password was changed.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await violationsOn(page)).toEqual([]);
});

test('the office on a phone: the menu opens, leads on, and closes by Escape', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(pagePaths.login);
  await login(page, staffAccount);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Back office' });
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Blog Management' }).click();

  await expect(page).toHaveURL(pagePaths.blogManagement);
  await expect(menu).toBeHidden();
});

test('login works by keyboard alone', async ({ page }) => {
  await page.goto(pagePaths.login);
  await page.getByLabel('Email').focus();

  await page.keyboard.type(staffAccount.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(staffAccount.password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(pagePaths.dashboard);
});

for (const path of [pagePaths.login, pagePaths.signup, pagePaths.forgotPassword, pagePaths.resetPassword])
  test.describe(path, () => isSoundAt(path));

function linkMailedTo(dataDir: string, email: string): string {
  const folder = join(dataDir, 'outbox');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const mails = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const mail = mails.find((each) => each.includes(`To: ${email}`)) ?? '';
  return /http:\S+#[\w-]+/.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[0] ?? '';
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
