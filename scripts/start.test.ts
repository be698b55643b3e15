// The command an owner types. Setup is already done when this runs, so it must serve right away.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

test('npm start serves the blog without installing or building again, and shuts down gracefully', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'));
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', SITE_URL: '', NODE_ENV: '' };
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const lines: string[] = [];
  const ended = new Promise((resolve) => npm.stdout.once('close', resolve));
  let url = '';
  for await (const line of createInterface(npm.stdout)) {
    lines.push(line);
    url = / is open at (http:\/\/localhost:\d+)$/.exec(line)?.[1] ?? '';
    if (url) break;
  }

  const page = await (await fetch(`${url}/blogs`)).text();
  // Signals the whole process group, as Ctrl-C does.
  process.kill(-(npm.pid ?? 0), 'SIGINT');
  npm.stdout.resume();
  await ended;

  expect(page).toContain('First bags of the season are tied and weighed');
  expect(lines.filter((line) => /Installing|Building|Encoding|Fetching/.test(line))).toEqual([]);
  await expect(fetch(`${url}/blogs`)).rejects.toThrow();
  await rm(dataDir, { recursive: true });
}, 120_000);
