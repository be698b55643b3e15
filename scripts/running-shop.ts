// Starts the shop as a process of its own, for tests that kill it or measure it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const START_MS = 60_000;

export type RunningShop = {
  url: string;
  process: ChildProcess;
  output: string[];
  stop(): Promise<number | null>;
  kill(): Promise<void>;
};

/** A .env of the owner's must not reach a test; what is set, even to nothing, is not read from there. */
const unset = Object.fromEntries(
  readFileSync('.env.example', 'utf8')
    .split('\n')
    .flatMap((line) => /^#([A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
    .map((name) => [name, '']),
);

/** As `npm start` sets them. */
const lean = { NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8', MALLOC_ARENA_MAX: '1' };

export function startShop(settings: Record<string, string>): Promise<RunningShop> {
  return startProcess(['dist/shop/main.js'], { ...unset, ...lean, PORT: '0', HOST: '127.0.0.1', ...settings });
}

/** Any server of ours that says where it is open. */
export async function startProcess(args: string[], env: Record<string, string>): Promise<RunningShop> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    // Over the channel it hears that we are gone, and closes: a test that fails half way leaves nothing running.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  const output: string[] = [];
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const open = new Promise<string>((resolve) => {
    const hear = (line: string) => {
      output.push(line);
      const [, port] = /is open at http:\/\/[^:]+:(\d+)$/.exec(line) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', hear);
  });
  const tooLate = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const url = await Promise.race([open, exited.then(() => Promise.reject(new Error(output.join('\n'))))]).finally(() =>
    clearTimeout(tooLate),
  );
  return {
    url,
    process: child,
    output,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export const staffAccount = { email: 'office@farm.example', password: 'a long one for tests' };
export const staffSettings = { ADMIN_EMAIL: staffAccount.email, ADMIN_PASSWORD: staffAccount.password };

export async function loginAt(url: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(staffAccount) });
  const { token } = await response.json();
  return { authorization: `Bearer ${token}` };
}
