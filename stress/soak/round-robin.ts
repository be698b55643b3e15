// A small load balancer, as strict as real ones: checks /healthz, sends each request to the next healthy instance, and tries
// another one only if the connection was refused. It never resends a request, which may be a payment.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Instance = { port: number; agent: Agent; healthy: boolean };

const CHECK_INTERVAL_MS = 200;
const hopByHopHeaders = ['connection', 'keep-alive', 'transfer-encoding'];

export async function startRoundRobin(ports: number[]) {
  const instances: Instance[] = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true }), healthy: true }));
  let next = 0;
  const healthChecks = setInterval(() => void Promise.all(instances.map(checkHealth)), CHECK_INTERVAL_MS);
  // People keep their connections; closing an idle one just as it is used again would look like a lost request.
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}`,
    isHealthy: (port: number) => instances.some((each) => each.port === port && each.healthy),
    async close() {
      clearInterval(healthChecks);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { agent } of instances) agent.destroy();
    },
  };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (const instance of healthyInTurn()) {
      if ((await forward(instance, { incoming, body }, response)) === 'done') return;
      instance.healthy = false;
    }
    response.writeHead(502).end('No healthy instance.');
  }

  function healthyInTurn(): Instance[] {
    next += 1;
    // If none is healthy, any may be: better its own message than ours.
    const healthy = instances.some((each) => each.healthy) ? instances.filter((each) => each.healthy) : instances;
    return [...healthy.slice(next % healthy.length), ...healthy.slice(0, next % healthy.length)];
  }
}

function forward(
  { port, agent }: Instance,
  { incoming, body }: { incoming: IncomingMessage; body: Buffer },
  response: ServerResponse,
): Promise<'done' | 'refused'> {
  return new Promise((resolve) => {
    const { method, url } = incoming;
    const upstream = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path: url,
      headers: withoutHopByHop(incoming.headers),
    });
    upstream.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, withoutHopByHop(reply.headers));
      reply.pipe(response);
      reply.on('error', () => response.destroy());
      reply.on('close', () => resolve('done'));
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('refused');
      if (!response.headersSent) response.writeHead(502).end(`No response: ${error.code}.`);
      resolve('done');
    });
    upstream.end(body);
  });
}

function withoutHopByHop(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHopHeaders.includes(name)));
}

/** Uses a separate connection, as health checks do. */
function checkHealth(instance: Instance): Promise<void> {
  return new Promise((resolve) => {
    const check = request({ host: '127.0.0.1', port: instance.port, path: '/healthz', agent: false, timeout: 2000 });
    const finish = (healthy: boolean) => {
      instance.healthy = healthy;
      resolve();
    };
    check.on('response', (response) => {
      response.resume();
      finish(response.statusCode === 200);
    });
    check.on('timeout', () => check.destroy());
    check.on('error', () => finish(false));
    check.end();
  });
}
