import { pagePaths } from '../contracts/page-paths.ts';
import { loginAt } from '../tools/running-shop.ts';
import { asStaff } from './office.ts';
import { expect, test, withPosts } from './shop.ts';
import { sidewaysOn, violationsOn } from './sound.ts';

test('the audit trail says who did what, also what was done since it was last looked at', async ({ page, shop }) => {
  await asStaff(page, shop);
  await page.goto(pagePaths.audit);
  await expect(page.getByText('Lines are only ever added.')).toBeVisible();

  await withPosts(shop, ['Trellis repairs'], async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Audit trail' }).click();
    const line = page.getByRole('row').filter({ hasText: 'Trellis repairs' }).first();
    await expect(line).toContainText('Farm office');
    await expect(line).toContainText('Post published');
  });

  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);
  }
});

test('a session elsewhere is seen and ended on the dashboard, and this one goes on', async ({ page, shop }) => {
  const elsewhere = await loginAt(shop.url);
  await loginAt(shop.url);
  await asStaff(page, shop);
  await page.goto(pagePaths.dashboard);
  const sessions = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(sessions.getByText('This one')).toHaveCount(1);
  const before = await sessions.getByRole('button', { name: /^End Unknown/ }).count();

  await sessions.getByRole('button', { name: 'End Unknown device' }).first().click();
  await expect(sessions.getByRole('button', { name: /^End Unknown/ })).toHaveCount(before - 1);
  await sessions.getByRole('button', { name: 'End all others' }).click();

  await expect(sessions.getByRole('row')).toHaveCount(2);
  expect((await fetch(`${shop.url}/api/account`, { headers: elsewhere })).status).toBe(401);
  expect((await fetch(`${shop.url}/api/account`, { headers: shop.staff })).status).toBe(200);
});
