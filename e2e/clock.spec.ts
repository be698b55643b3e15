import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

/** 6:00 pm of the day before at the farm. The browser is in Berlin, and its clock is nine hours ahead. */
const at = '2020-10-02T01:00:00.000Z';

test('the back office shows the clock of the farm, wherever the reader is', async ({ staffPage: page }) => {
  const entry = { id: 1, at, who: 'Wren', action: 'email sent again', subject: 'Email 7', subject_id: 7 };
  await page.route('**/api/audit', (route) => route.fulfill({ json: { data: [entry], next_page_url: null } }));
  await openPage(page, pagePaths.audit);
  await expect(page.getByRole('cell', { name: 'Oct 1, 2020, 6:00 pm' })).toBeVisible();

  const email = {
    ...{ id: 7, recipient: 'dana@brewery.example', subject: 'Your order', created_at: at, state: 'sent', sent_at: at },
    ...{ next_try_at: null, tries: 1, last_error: null, order_id: null, invoice: null, secret: false },
  };
  await page.route('**/api/emails', (route) =>
    route.fulfill({ json: { data: [email], next_page_url: null, has_mail_server: true } }),
  );
  await openPage(page, pagePaths.mail);
  await expect(page.getByText('Sent Oct 1, 2020, 6:00 pm')).toBeVisible();
});

test('Created At of an order is in the format of the reader', async ({ staffPage: page }) => {
  await page.route('**/api/orders/admin**', async (route) => {
    const json = await (await route.fetch()).json();
    const order = {
      ...{ id: 1, name: 'Dana', email: null, address: null, phone: '707', quantity: 2, location_option: 'pickup' },
      ...{ payment_id: null, status: 'paid', created_at: at },
    };
    await route.fulfill({ json: { ...json, data: [order] } });
  });
  await openPage(page, pagePaths.orderManagement);
  await expect(page.getByRole('cell', { name: '10/2/2020' })).toBeVisible();
});
