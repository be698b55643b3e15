// What the journeys need of a browser. Playwright drives only its own builds of Firefox and WebKit; these are the ones people use,
// spoken to over the W3C protocols without a package.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Browser = {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page. It must give text, a number, a boolean or null. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks or types as a person does. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  upload(selector: string, file: string): Promise<void>;
  /** Errors in the browser's console, where it tells. */
  errors: string[];
  close(): Promise<void>;
};

const START_MS = 60_000;
const WAIT_MS = 60_000;
const VISIBLE_TEXT = `(document.querySelector('dialog[open]') ?? document.body).innerText`;

/** Waits until the expression is true in the page. */
export async function waitFor(browser: Browser, expression: string): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await browser.evaluate(`Boolean(${expression})`))) {
    if (Date.now() > end)
      throw new Error(`Waited in vain for ${expression}. The page says:\n${await browser.evaluate(VISIBLE_TEXT)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts a program with a profile folder of its own, and waits for the line that says where it listens. */
export async function startProgram(
  command: string,
  argsFor: (profile: string) => string[],
  { listening, env = {} }: { listening: RegExp; env?: Record<string, string> },
) {
  const profile = mkdtempSync(join(tmpdir(), 'browser-'));
  const child = spawn(command, argsFor(profile), {
    env: { ...process.env, HOME: profile, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await end(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  const output: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const fail = (why: string) => reject(new Error(`${command} ${why}.\n${output.join('\n')}`));
  const timeout = setTimeout(() => fail('did not start'), START_MS);
  child.once('error', () => fail('could not be started'));
  child.once('exit', () => fail('ended'));
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (text) => {
      output.push(text);
      const address = listening.exec(text)?.[1];
      if (address) resolve(address);
    });
  try {
    return { address: await promise, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
  await exited;
  clearTimeout(timer);
}
