// What stress tests do as staff: at the order desk, and on the harvest board.

type Headers = Record<string, string>;

export async function addCustomer(url: string, staff: Headers, name: string): Promise<number> {
  return (await (await postJson(`${url}/api/customers`, staff, { name })).json()).data.id;
}

/** More than anyone reserves, for sixteen dollars a pound. */
export async function addHarvest(url: string, staff: Headers): Promise<number> {
  const harvest = {
    ...{ product_id: 1, kind: 'dried', status: 'ripening', expected_on: '2099-09-01', pounds: 1_000_000, price: 16 },
    deposit_percent: 25,
  };
  return (await (await postJson(`${url}/api/harvests/admin`, staff, harvest)).json()).data.id;
}

export function postJson(url: string, headers: Headers, body: object): Promise<Response> {
  const json = { ...headers, 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
}
