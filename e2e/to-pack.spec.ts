import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

async function placeOrder(url: string, name: string): Promise<number> {
  const orderDetails = { productId: 1, quantity: 23, name, phone: '(707) 555-0188', locationOption: 'pickup' };
  const response = await fetch(`${url}/api/process-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 23 * 1600, orderDetails }),
  });
  return (await response.json()).order.id;
}

/** The page lists the oldest 50, and other tests leave paid orders behind. */
async function packAll({ url, staff }: { url: string; staff: Record<string, string> }): Promise<void> {
  const { data } = await (await fetch(`${url}/api/orders/to-pack`, { headers: staff })).json();
  if (data.length === 0) return;
  await fetch(`${url}/api/orders/status-changes`, {
    method: 'POST',
    headers: { ...staff, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: data.map(({ id }: { id: number }) => id), to: 'ready' }),
  });
}

test('several orders get their packing slips in one print and are marked ready at once, on a phone too', async ({
  staffPage: page,
  shop,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/api/orders/to-pack', (route) => route.fulfill({ json: { data: [], more: false } }), {
    times: 1,
  });
  await openPage(page, pagePaths.toPack);
  await expect(page.getByText('Nothing to pack.')).toBeVisible();
  await packAll(shop);
  const [ada, bo, cy] = [
    await placeOrder(shop.url, 'Ada Lupulin'),
    await placeOrder(shop.url, 'Bo Bine'),
    await placeOrder(shop.url, 'Cy Cone'),
  ];
  await openPage(page, pagePaths.toPack);
  await expect(page.getByText('1 × 22 lbs and a custom bag of 1 lb').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark ready' })).toBeDisabled();

  await page.getByRole('checkbox', { name: `Order ${ada}, Ada Lupulin` }).check();
  await page.getByRole('checkbox', { name: `Order ${bo}, Bo Bine` }).check();
  await expect(page.getByText('2 chosen')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await page.evaluate(() => document.documentElement.classList.add('packing-slip'));
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  await page.evaluate(() => document.documentElement.classList.remove('packing-slip'));

  // Canceled by a colleague after the list was loaded.
  await fetch(`${shop.url}/api/orders/${bo}/status-changes`, {
    method: 'POST',
    headers: { ...shop.staff, 'content-type': 'application/json' },
    body: JSON.stringify({ to: 'cancelled' }),
  });
  await page.getByRole('button', { name: 'Mark ready' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Mark 2 orders ready?');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark ready' }).click();

  await expect(page.getByText('1 order marked ready.')).toBeVisible();
  await expect(page.getByText(`Order ${bo} was left as it is. This order is cancelled`)).toBeVisible();
  await expect(page.getByText('Ada Lupulin')).toBeHidden();
  await page.getByRole('link', { name: `#${cy}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${cy}` })).toBeVisible();
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, pagePaths.toPack);
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  }
});
