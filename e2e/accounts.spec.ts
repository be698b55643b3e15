import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, checkPageAt, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { linkEmailedTo } from '#e2e/support/emailed-link.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { submitLogin } from '#e2e/support/staff-login.ts';
import { staffAccount } from '#scripts/running-shop.ts';

const storedSession = (page: Page) =>
  page.evaluate(() => ({ token: localStorage.getItem('authToken'), user: localStorage.getItem('user') }));

async function register(url: string, email: string, password: string) {
  const body = JSON.stringify({ name: 'Otis Malt', email, password });
  await fetch(`${url}/api/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

test('login stores token and user and opens the dashboard, and the header links there', async ({ page }) => {
  await page.goto(pagePaths.login);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();

  await submitLogin(page, staffAccount);

  await expect(page).toHaveURL(pagePaths.dashboard);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const { token, user } = await storedSession(page);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.parse(user ?? '')).toMatchObject({ email: staffAccount.email, role: 'admin' });
  await page.goto(pagePaths.home);
  // The icon and the last link of the navigation, which says Login to visitors.
  const links = page.getByRole('link', { name: 'Account' });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) await expect(link).toHaveAttribute('href', pagePaths.dashboard);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
});

test('the button says Logging in... while waiting and ignores further clicks', async ({ page }) => {
  let calls = 0;
  let respond = () => {};
  await page.route('**/api/login', async (route) => {
    calls += 1;
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.continue();
  });
  await page.goto(pagePaths.login);

  await submitLogin(page, staffAccount);
  const button = page.getByRole('button', { name: 'Logging in...' });
  await expect(button).toBeVisible();
  await button.click({ force: true });
  await page.keyboard.press('Enter');
  respond();

  await expect(page).toHaveURL(pagePaths.dashboard);
  expect(calls).toBe(1);
});

test('a wrong password shows an error and keeps the email', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/);
  await page.goto(pagePaths.login);

  await submitLogin(page, { email: 'nobody@farm.example', password: 'wrong' });

  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@farm.example');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await storedSession(page)).toEqual({ token: null, user: null });
  expect(await a11yViolations(page)).toEqual([]);
});

test('without a response from the server the error is Login failed', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED|502/);
  await page.goto(pagePaths.login);

  await page.route('**/api/login', (route) => route.abort());
  await submitLogin(page, staffAccount);
  await expect(page.getByRole('alert')).toHaveText('Login failed');

  await page.unroute('**/api/login');
  await page.route('**/api/login', (route) => route.fulfill({ status: 502, body: '<html>' }));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed');
});

test('each empty field shows its error, and the first one gets the focus', async ({ page }) => {
  const errors = page.locator('.field-error');
  await openPage(page, pagePaths.login);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(errors).toHaveText(['Enter your email address.', 'Enter your password.']);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('not an address');
  await expect(errors).toHaveText(['Enter your password.']);
  await page.keyboard.press('Enter');
  await expect(errors).toHaveText(['Check the email address.', 'Enter your password.']);
  expect(await a11yViolations(page)).toEqual([]);

  await openPage(page, pagePaths.signup);
  await page.getByLabel('Full Name').fill('Juno Barley');
  await page.getByLabel('Email').fill('juno@brewery.example');
  await page.getByLabel('Password').pressSequentially('short');
  await page.keyboard.press('Enter');
  await expect(errors).toHaveText(['Use at least 8 characters.']);
  await expect(page.getByLabel('Password')).toBeFocused();

  await openPage(page, pagePaths.forgotPassword);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(errors).toHaveText(['Enter your email address.']);
});

test('an expired session redirects to login with a reason, and login returns to the page', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  await page.goto(pagePaths.home);
  await page.evaluate(() => localStorage.setItem('authToken', 'long-expired'));

  await page.goto(`${pagePaths.blogManagement}?page=2`);
  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  expect(await storedSession(page)).toEqual({ token: null, user: null });
  await submitLogin(page, staffAccount);

  await expect(page).toHaveURL(`${pagePaths.blogManagement}?page=2`);
  await page.goto(pagePaths.login);
  await expect(page.getByText('Your session has ended')).toBeHidden();
});

test('two failed loads of an expired session give a single reason', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/);
  await page.goto(pagePaths.home);
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'long-expired');
    localStorage.setItem('user', JSON.stringify({ name: 'June', role: 'admin' }));
  });
  for (const [url, ms] of [
    ['**/api/dashboard/admin', 60],
    ['**/admin/login', 300],
  ] as const)
    await page.route(url, (route) => setTimeout(() => route.continue(), ms));

  await page.goto(pagePaths.dashboard);

  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
});

test('visitors are asked to log in; customers are sent to their own page', async ({ page, expectedErrors, shop }) => {
  expectedErrors.push(/status of 401/);
  await page.goto(pagePaths.orderManagement);
  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText('Log in to continue.')).toBeVisible();

  const customer = { name: 'Otis', email: 'otis.leads@tulefog.example', password: 'wet hops in autumn' };
  await post(`${shop.url}/api/register`, customer);
  const { token, user } = await (await post(`${shop.url}/api/login`, customer)).json();
  await page.evaluate(
    ([authToken, account]) => {
      localStorage.setItem('authToken', authToken ?? '');
      localStorage.setItem('user', account ?? '');
    },
    [token, JSON.stringify(user)],
  );
  await page.goto(pagePaths.orderManagement);
  await expect(page).toHaveURL(pagePaths.dashboard);
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible();
});

test('a failed back-office load also redirects to login and says so', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route(/\/api\/(account|orders)/, (route) => route.abort());

  await page.goto(pagePaths.dashboard);

  await expect(page).toHaveURL(pagePaths.login);
  await expect(page.getByText("The back office didn't load. Please log in again.")).toBeVisible();
});

test('signup shows a message, redirects to login, and the account works', async ({ page }) => {
  await page.goto(pagePaths.signup);
  await page.getByLabel('Full Name').fill('Juno Barley');
  await page.getByLabel('Email').fill('juno@brewery.example');
  await page.getByLabel('Password').fill('eight characters');

  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(page.getByRole('alert')).toHaveText('Signup successful! Redirecting...');
  await expect(page).toHaveURL(pagePaths.login);
  await submitLogin(page, { email: 'juno@brewery.example', password: 'eight characters' });
  await expect(page).toHaveURL(pagePaths.dashboard);
  await expect(page.getByRole('navigation', { name: 'Your pages' }).getByRole('link')).toHaveText([
    'Your orders',
    'Your account',
    'Back to the shop',
  ]);
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByText('Juno Barley, juno@brewery.example')).toBeVisible();
  for (const path of [pagePaths.account, pagePaths.dashboard])
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await openPage(page, path);
      await expect(page.getByRole('navigation', { name: 'Back office' })).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect(await a11yViolations(page), path).toEqual([]);
      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
    }
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(pagePaths.home);
});

test('the button says Signing up... while waiting', async ({ page }) => {
  await page.route('**/api/register', () => new Promise(() => {}));
  await page.goto(pagePaths.signup);
  await page.getByLabel('Full Name').fill('Juno Barley');
  await page.getByLabel('Email').fill('slow@brewery.example');
  await page.getByLabel('Password').fill('eight characters');

  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(page.getByRole('button', { name: 'Signing up...' })).toBeVisible();
});

test('an email that already has an account shows an error at the field', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  await page.goto(pagePaths.signup);
  await page.getByLabel('Full Name').fill('Somebody Else');
  await page.getByLabel('Email').fill(staffAccount.email);
  await page.getByLabel('Password').fill('eight characters');

  await page.getByRole('button', { name: 'Sign Up' }).click();

  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'This email already has an account. Please log in.',
  );
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(await a11yViolations(page)).toEqual([]);
});

for (const area of ['main', 'navigation'] as const)
  test(`Logout in the ${area === 'main' ? 'header' : 'sidebar'} clears token and user and goes home, even if the request fails`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED|did not get through/);
    await page.goto(pagePaths.login);
    await submitLogin(page, staffAccount);
    await expect(page).toHaveURL(pagePaths.dashboard);
    await page.route('**/api/logout', (route) => route.abort());

    await page.getByRole(area).getByRole('button', { name: 'Logout' }).click();

    await expect(page).toHaveURL(pagePaths.home);
    expect(await storedSession(page)).toEqual({ token: null, user: null });
  });

test('a forgotten password is reset through the emailed link', async ({ page, shop }) => {
  const email = 'forgetful@brewery.example';
  await register(shop.url, email, 'the old password');
  await page.goto(pagePaths.login);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('alert')).toContainText('we have sent a link to set a new password');

  const link = () => linkEmailedTo(shop.dataDir, email);
  await expect.poll(link, { timeout: 60_000 }).toContain(`${pagePaths.resetPassword}#`);
  await page.goto(link().replace(/^http:\/\/[^/]+/, ''));
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your password was changed. You can log in now.');

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await submitLogin(page, { email, password: 'the new password' });
  await expect(page).toHaveURL(pagePaths.dashboard);
});

test('an expired link says so and offers a new one', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 422/);
  await page.goto(`${pagePaths.resetPassword}#gone`);
  await page.getByLabel('New password').fill('the new password');

  await page.getByRole('button', { name: 'Set password' }).click();

  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
  await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
});

test('the password can be changed on the account page, and a wrong current password shows an error', async ({
  page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/);
  const email = 'changing@brewery.example';
  await register(shop.url, email, 'the old password');
  await page.goto(pagePaths.login);
  await submitLogin(page, { email, password: 'the old password' });
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('The current password is incorrect.');

  await page.getByLabel('Current password').fill('the old password');
  await page.getByRole('button', { name: 'Change password' }).click();

  await expect(page.getByRole('status').getByText('Your password was changed.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await a11yViolations(page)).toEqual([]);
});

test('the back-office menu on a phone opens, navigates and closes on Escape', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(pagePaths.login);
  await submitLogin(page, staffAccount);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Back office' });
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Blog Management' }).click();

  await expect(page).toHaveURL(pagePaths.blogManagement);
  await expect(menu).toBeHidden();
});

test('login works with the keyboard only', async ({ page }) => {
  await page.goto(pagePaths.login);
  await page.getByLabel('Email').focus();

  await page.keyboard.type(staffAccount.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(staffAccount.password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(pagePaths.dashboard);
});

for (const path of [pagePaths.login, pagePaths.signup, pagePaths.forgotPassword, pagePaths.resetPassword])
  test.describe(path, () => checkPageAt(path));

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
