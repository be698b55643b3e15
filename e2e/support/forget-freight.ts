// Tests in a shop of their own share it with the others of their worker, and two of them enter freight prices.
import type { StaffShop } from './fixtures.ts';

/** As in a new shop: no prices. */
export async function forgetFreight({ url, staff }: StaffShop): Promise<void> {
  const { data } = await (await fetch(`${url}/api/settings/freight`, { headers: staff })).json();
  if (data.version === 0) return;
  await fetch(`${url}/api/settings/freight/restore`, {
    method: 'POST',
    headers: { ...staff, 'content-type': 'application/json' },
    body: JSON.stringify({ version: data.version, restore: 0 }),
  });
}
