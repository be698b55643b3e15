import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

test('staff read an email and send it again, on a phone', async ({ staffPage: page, shop }) => {
  const orderDetails = {
    ...{ productId: 1, quantity: 3, name: 'Mail Dana', phone: '707', email: 'dana@tulefog.example' },
    locationOption: 'pickup',
  };
  const response = await fetch(`${shop.url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 4800, orderDetails }),
  });
  const { id } = (await response.json()).order;
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.mail);
  await expect(page.getByRole('note')).toContainText('No mail server is set up');
  const email = page.getByRole('listitem').filter({ hasText: `Your order ${id} at` });

  await email.getByRole('button', { name: 'Read' }).click();
  await expect(email.getByText('Hi Mail Dana,')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await email.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByText('The email to dana@tulefog.example goes out in a moment.')).toBeVisible();
  await expect(email.first()).toBeVisible();
});

test('an unsent email says why, and one with a secret link is not shown', async ({ staffPage: page }) => {
  const base = {
    ...{ id: 7, recipient: 'otis@brewery.example', subject: 'Reset your password', created_at: '2026-10-01T17:00:00Z' },
    ...{ sent_at: null, next_try_at: null, tries: 9, last_error: '550 No such user', order_id: null },
  };
  const email = { ...base, state: 'failed', secret: true };
  await page.route('**/api/emails?unsent=true', (route) =>
    route.fulfill({ json: { data: [email], next_page_url: null, has_mail_server: true } }),
  );
  await page.route('**/api/emails/7', (route) => route.fulfill({ json: { data: { ...email, text: null } } }));
  await openPage(page, `${pagePaths.mail}?unsent=true`);

  await expect(page.getByText('Not sent. We gave up after 9 attempts: 550 No such user')).toBeVisible();
  await page.getByRole('button', { name: 'Read' }).click();
  await expect(page.getByText('only its recipient can read it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now: Reset your password' })).toBeVisible();
});
