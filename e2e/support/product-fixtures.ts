// Products that tests add and take away again: the other tests of a worker know two hops.
import { readFileSync } from 'node:fs';

type Staffed = { url: string; staff: Record<string, string> };
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

export async function withProduct(shop: Staffed, fields: Fields, work: (id: number) => Promise<void>): Promise<void> {
  const image = new Blob([new Uint8Array(readFileSync(PICTURE))]);
  const { data } = await (await call(shop, 'POST', '', { ...cascade, ...fields }, image)).json();
  try {
    await work(data.id);
  } finally {
    await call(shop, 'DELETE', `/${data.id}`);
  }
}

/** What somebody else does meanwhile. */
export async function revise(shop: Staffed, id: number, fields: Fields): Promise<void> {
  await call(shop, 'PUT', `/${id}`, { ...cascade, ...fields });
}

export async function removeAll(shop: Staffed, name: string): Promise<void> {
  const { data }: { data: { id: number; name: string }[] } = await (await call(shop, 'GET', '')).json();
  for (const product of data) if (product.name === name) await call(shop, 'DELETE', `/${product.id}`);
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

export async function addLot(shop: Staffed, id: number, fields: Fields = {}): Promise<number> {
  const response = await call(shop, 'POST', `/${id}/lots`, { ...lot, ...fields });
  return (await response.json()).data.id;
}

/** What somebody else does meanwhile. */
export async function reviseLot(shop: Staffed, id: number, fields: Fields): Promise<void> {
  await call(shop, 'PUT', `/../../lots/admin/${id}`, { ...lot, ...fields });
}

function call(shop: Staffed, method: string, path: string, fields?: Fields, image?: Blob): Promise<Response> {
  const body = fields ? new FormData() : null;
  for (const [field, value] of Object.entries(fields ?? {})) body?.set(field, value);
  if (image) body?.set('image', image, 'hop.jpg');
  return fetch(`${shop.url}/api/products/admin${path}`, { method, headers: shop.staff, body });
}
