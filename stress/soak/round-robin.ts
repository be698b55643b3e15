// A small balancer, as strict as real ones are: asks /healthz, sends each request to the next instance that is well, and asks
// another one only where the connection was refused. What was sent is never sent again: it may have been a payment.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Instance = { port: number; agent: Agent; well: boolean };

const LOOK_EVERY_MS = 200;
const ofTheConnection = ['connection', 'keep-alive', 'transfer-encoding'];

export async function startRoundRobin(ports: number[]) {
  const instances: Instance[] = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true }), well: true }));
  let turn = 0;
  const looking = setInterval(() => void Promise.all(instances.map(look)), LOOK_EVERY_MS);
  const server = createServer((asked, answer) => void pass(asked, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}`,
    isWell: (port: number) => instances.some((each) => each.port === port && each.well),
    async close() {
      clearInterval(looking);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { agent } of instances) agent.destroy();
    },
  };

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    for (const instance of inTurn()) {
      if ((await forward(instance, { asked, body }, answer)) === 'done') return;
      instance.well = false;
    }
    answer.writeHead(502).end('No instance is open.');
  }

  function inTurn(): Instance[] {
    turn += 1;
    const well = instances.filter((each) => each.well);
    return [...well.slice(turn % well.length), ...well.slice(0, turn % well.length)];
  }
}

function forward(
  { port, agent }: Instance,
  { asked, body }: { asked: IncomingMessage; body: Buffer },
  answer: ServerResponse,
): Promise<'done' | 'refused'> {
  return new Promise((resolve) => {
    const { method, url } = asked;
    const sent = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path: url,
      headers: withoutConnection(asked.headers),
    });
    sent.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, withoutConnection(response.headers));
      response.pipe(answer);
      response.on('error', () => answer.destroy());
      response.on('close', () => resolve('done'));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve('refused');
      if (!answer.headersSent) answer.writeHead(502).end(`The answer did not come: ${error.code}.`);
      resolve('done');
    });
    sent.end(body);
  });
}

function withoutConnection(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.includes(name)));
}

/** On a connection of its own, as health checks are. */
function look(instance: Instance): Promise<void> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port: instance.port, path: '/healthz', agent: false, timeout: 2000 });
    const say = (well: boolean) => {
      instance.well = well;
      resolve();
    };
    asked.on('response', (response) => {
      response.resume();
      say(response.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => say(false));
    asked.end();
  });
}
