// Buyers who place one order after another over keep-alive connections.
import { Agent, request } from 'node:http';

type OrderLoad = {
  url: string;
  buyers: number;
  orders: number;
  /** How many different ones they buy. Orders of the same hop wait for each other. */
  hops?: 1 | 2;
  onResponse?: (ms: number) => void;
};

/** Returns orders per second. A failed order aborts the measurement. */
export async function placeOrders({ url, buyers, orders, hops = 1, onResponse }: OrderLoad): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: buyers });
  let left = orders;
  const started = performance.now();
  const buyer = async () => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      await placeOrder(url, agent, bodies[left % hops] ?? '');
      onResponse?.(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  agent.destroy();
  return orders / ((performance.now() - started) / 1000);
}

/** The hops of a new shop, with their prices in cents. */
const bodies = [
  { productId: 1, amount: 1600 },
  { productId: 2, amount: 1450 },
].map(({ productId, amount }) =>
  JSON.stringify({
    ...{ sourceId: 'cnon:card-nonce-ok', amount },
    orderDetails: {
      ...{ productId, quantity: 1, locationOption: 'pickup' },
      ...{ name: 'Dana', phone: '707', email: 'd@tulefog.example', address: '1 Levee Road' },
    },
  }),
);

function placeOrder(url: string, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(`${url}/api/process-payment`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`An order returned ${response.statusCode}.`)),
      );
    })
      .on('error', reject)
      .end(body);
  });
}

// Runs until killed: node bench/order-load.ts URL BUYERS
if (import.meta.main) {
  const [url = '', buyers = '32'] = process.argv.slice(2);
  for (;;) await placeOrders({ url, buyers: Number(buyers), orders: 1000 });
}
