// What stress tests do as staff at the order desk.

type Headers = Record<string, string>;

export async function addCustomer(url: string, staff: Headers, name: string): Promise<number> {
  return (await (await postJson(`${url}/api/customers`, staff, { name })).json()).data.id;
}

export function postJson(url: string, headers: Headers, body: object): Promise<Response> {
  const json = { ...headers, 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
}
