// Two lots on sale: a buyer chooses one on a phone, staff pack over both, and both recall sheets have the order.
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { dialog, fillIn, openForm, pressPay, status } from '#e2e/support/order-form.ts';
import { addLot, withProduct } from '#e2e/support/product-fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

const phone = { width: 360, height: 740 };

test('a buyer chooses a lot on a phone, staff pack over two lots, and both recall sheets have the order', async ({
  page,
  shop,
  expectedErrors,
}) => {
  test.setTimeout(90_000);
  // Staff open the page of an order without its key: it is found once the session is known.
  expectedErrors.push(/status of 404/);
  await withProduct(shop, { name: 'Two Lot Hop', stock: '0' }, async (id) => {
    const old = await addLot(shop, id, { number: 'TL-25-01', harvest_year: '2025', stock: '8' });
    const young = await addLot(shop, id, { number: 'TL-26-01', stock: '30' });

    await page.setViewportSize(phone);
    await page.goto(pagePaths.product('two-lot-hop'));
    await expect(page.getByRole('row', { name: /TL-25-01/ })).toContainText('8 lbs');
    await openForm(page, 'Two Lot Hop');
    const form = dialog(page);
    await form.getByLabel('Lot', { exact: true }).selectOption({ index: 2 });
    await fillIn(page, { pounds: '9' });
    await expect(form.getByText('Only 8 lbs of lot TL-25-01 are left.')).toBeVisible();
    await form.getByLabel('Quantity in Pounds').fill('8');
    await expect(form.locator('.order-bill-lines')).toContainText('Two Lot Hop, lot TL-25-01, 8 lbs');
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    await pressPay(page);
    await expect(status(page)).toHaveText('Payment Successful! Order placed.');

    const recall = async (lot: number) =>
      (await fetch(`${shop.url}/api/lots/admin/${lot}/recall-sheet`, { headers: shop.staff })).text();
    const order = /\r\n(\d+),/.exec(await recall(old))?.[1] ?? '';
    await logInAsStaff(page, shop);
    await page.goto(pagePaths.order(Number(order)));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Packed from lots' }).click();
    const lots = page.getByRole('alertdialog');
    await lots.getByLabel('Lot TL-25-01').fill('5');
    await lots.getByLabel('Lot TL-26-01').fill('4');
    await expect(lots.getByText('1 lb too many.')).toBeVisible();
    await lots.getByLabel('Lot TL-26-01').fill('3');
    expect(await a11yViolations(page)).toEqual([]);
    await lots.getByRole('button', { name: 'Save' }).click();

    const line = page.getByRole('row', { name: /Two Lot Hop/ });
    await expect(line).toContainText('Lot TL-25-01, 5 lbs');
    await expect(line).toContainText('Lot TL-26-01, 3 lbs');
    await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
    expect(await recall(old)).toContain(`\r\n${order},`);
    expect(await recall(old)).toMatch(/"TL-25-01",5\r\n$/);
    expect(await recall(young)).toMatch(new RegExp(`\\r\\n${order},.*"TL-26-01",3\\r\\n$`));
  });
});

test('pounds of a lot are written off with a reason, and the ledger says so', async ({
  staffPage: page,
  shop,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (409|422)/);
  await withProduct(shop, { name: 'Write Off Hop', stock: '0' }, async (id) => {
    await addLot(shop, id, { number: 'WO-26-01', stock: '12' });
    await page.goto(pagePaths.productManagement);
    await page.getByRole('button', { name: 'Edit Write Off Hop' }).click();
    await page.getByRole('button', { name: 'Write off pounds of lot WO-26-01' }).click();
    const form = page.getByRole('alertdialog');
    await form.getByRole('button', { name: 'Write off' }).click();
    await expect(form.getByLabel('Pounds')).toBeFocused();
    await form.getByLabel('Pounds').fill('13');
    await form.getByLabel('Reason').fill('Mice in the barn');
    await form.getByRole('button', { name: 'Write off' }).click();
    await expect(form.getByText('Lot WO-26-01 has only 12 lbs. Nothing was changed.')).toBeVisible();
    await form.getByLabel('Pounds').fill('5');
    await form.getByRole('button', { name: 'Write off' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('row', { name: /WO-26-01/ })).toContainText('7 lbs');
    await expect(page.getByRole('button', { name: 'Write off pounds of lot WO-26-01' })).toBeFocused();
    await expect(page.getByLabel('Stock', { exact: true })).toHaveValue('7');

    await page.goto(`${pagePaths.stockLedger}?product=${id}`);
    const loss = page.getByRole('row', { name: /Loss/ });
    await expect(loss).toContainText('lot WO-26-01');
    await expect(loss).toContainText('Mice in the barn');
  });
});
