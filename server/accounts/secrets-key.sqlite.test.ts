import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** Another process, so that all of them create the key at once. */
async function loadInProcess(dataDir: string): Promise<string> {
  const code = `import { loadSecretsKey } from '#server/accounts/secrets-key.ts';
    console.log(loadSecretsKey({ secretsKey: undefined, dataDir: ${JSON.stringify(dataDir)} }));`;
  return text(spawn(process.execPath, ['--input-type=module', '--eval', code]).stdout);
}

test('processes that start together agree on one complete key', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'key-'));
  const keys = await Promise.all(Array.from({ length: 12 }, () => loadInProcess(dataDir)));

  expect(new Set(keys).size).toBe(1);
  expect(keys[0]?.trim()).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(dataDir)).toEqual(['secrets.key']);
  rmSync(dataDir, { recursive: true });
});
