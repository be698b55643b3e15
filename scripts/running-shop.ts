// Starts the shop as a separate process, for tests that kill or measure it.
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

/** Keeps the owner's .env out of tests: variables that are set, even to an empty string, are not read from it. */
const unset = Object.fromEntries(
  readFileSync('.env.example', 'utf8')
    .split('\n')
    .flatMap((line) => /^#([A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
    .map((name) => [name, '']),
);

/** The same as in `npm start`. */
const memoryFlags = { NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8', MALLOC_ARENA_MAX: '1' };

type Start = {
  /** Where another version is built. */
  folder?: string;
  /** It is killed if it is not open by then. */
  startMs?: number;
};

export function startShop(settings: Record<string, string>, start: Start = {}): Promise<RunningShop> {
  const env = { ...unset, ...memoryFlags, PORT: '0', HOST: '127.0.0.1', ...settings };
  return startProcess(['dist/shop/main.js'], env, start);
}

/** Starts any of our servers that print their URL. */
export async function startProcess(
  args: string[],
  env: Record<string, string>,
  { folder = '.', startMs = START_MS }: Start = {},
): Promise<RunningShop> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    // The IPC channel tells the child when we exit, so a failing test leaves nothing running.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.channel?.unref();
  const output: string[] = [];
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const open = new Promise<string>((resolve) => {
    const onLine = (line: string) => {
      output.push(line);
      const [, port] = /is open at http:\/\/[^:]+:(\d+)$/.exec(line) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', onLine);
  });
  const timeout = setTimeout(() => child.kill('SIGKILL'), startMs);
  const url = await Promise.race([open, exited.then(() => Promise.reject(new Error(output.join('\n'))))]).finally(() =>
    clearTimeout(timeout),
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
