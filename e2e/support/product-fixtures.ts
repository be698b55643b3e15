// Products that tests add and remove again, because other tests expect just the two of a new shop.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

type StaffShop = { url: string; staff: Record<string, string> };
export type Fields = Record<string, string>;

export const PICTURE = 'content/pictures/gallery-05.jpg';

export const cascade: Fields = {
  name: 'Cascade',
  type: 'Aroma',
  flavor: 'Grapefruit',
  alpha_acid: '6.2',
  beta_acid: '5',
  total_oil: '1.4',
  aromas: 'grapefruit, floral',
  description: 'The hop of the first pale ales.',
  price: '12.5',
  stock: '80',
};

export async function withProduct(
  shop: StaffShop,
  { picture = PICTURE, ...fields }: Fields,
  work: (id: number) => Promise<void>,
): Promise<void> {
  const image = new Blob([new Uint8Array(readFileSync(picture))]);
  const { data } = await (await request(shop, 'POST', '', { ...cascade, ...fields }, image)).json();
  try {
    await work(data.id);
  } finally {
    await request(shop, 'DELETE', `/${data.id}`);
  }
}

/** Changes the product as another staff member would. */
export async function updateProduct(shop: StaffShop, id: number, fields: Fields): Promise<void> {
  await request(shop, 'PUT', `/${id}`, { ...cascade, ...fields });
}

export async function deleteProducts(shop: StaffShop, name: string): Promise<void> {
  const { data }: { data: { id: number; name: string }[] } = await (await request(shop, 'GET', '')).json();
  for (const product of data) if (product.name === name) await request(shop, 'DELETE', `/${product.id}`);
}

export const lot: Fields = {
  number: 'CA-26-01',
  harvest_year: '2026',
  form: 'Pellets T-90',
  alpha_acid: '6.4',
  beta_acid: '5.3',
  total_oil: '1.5',
  moisture: '8.9',
  storage_index: '0.26',
  tested_on: '2026-09-14',
};

/** Numbers are unique in the shop, and lots that were sold stay. */
export const uniqueLotNumber = (): string => `CA-${randomUUID().slice(0, 8)}`.toUpperCase();

export async function addLot(shop: StaffShop, id: number, fields: Fields = {}): Promise<number> {
  const response = await request(shop, 'POST', `/${id}/lots`, { ...lot, ...fields });
  return (await response.json()).data.id;
}

/** Changes the lot as another staff member would. */
export async function updateLot(shop: StaffShop, id: number, fields: Fields): Promise<void> {
  await request(shop, 'PUT', `/../../lots/admin/${id}`, { ...lot, ...fields });
}

function request(shop: StaffShop, method: string, path: string, fields?: Fields, image?: Blob): Promise<Response> {
  const body = fields ? new FormData() : null;
  for (const [field, value] of Object.entries(fields ?? {})) body?.set(field, value);
  if (image) body?.set('image', image, 'hop.jpg');
  return fetch(`${shop.url}/api/products/admin${path}`, { method, headers: shop.staff, body });
}
