import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'launcher-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A registry that hands out another package under the expected name and version. */
async function startRegistry() {
  mkdirSync(join(root, 'tampered/package'), { recursive: true });
  writeFileSync(join(root, 'tampered/package/package.json'), '{"name":"npm","version":"11.19.1"}');
  const tarball = join(root, 'npm.tgz');
  spawnSync('tar', ['-czf', tarball, '-C', join(root, 'tampered'), 'package']);
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(readFileSync(tarball));
    const dist = { tarball: `http://${request.headers.host}/npm.tgz` };
    const versions = { '11.19.1': { name: 'npm', version: '11.19.1', dist } };
    return response.end(JSON.stringify({ name: 'npm', 'dist-tags': { latest: '11.19.1' }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${Object(server.address()).port}`, close: () => server.close() };
}

test('a fetched runtime that is not the expected file is not installed', async () => {
  const project = join(root, 'project');
  mkdirSync(join(project, 'scripts'), { recursive: true });
  copyFileSync('scripts/launcher.mjs', join(project, 'scripts/launcher.mjs'));
  writeFileSync(join(project, 'package.json'), '{"name":"project","version":"1.0.0"}');
  writeFileSync(join(project, 'package-lock.json'), '{}');
  const registry = await startRegistry();
  const env = {
    ...process.env,
    npm_execpath: '',
    npm_config_registry: registry.url,
    npm_config_cache: join(root, 'cache'),
  };

  const launcher = spawn(process.execPath, [join(project, 'scripts/launcher.mjs'), 'check'], { env });
  const output: Buffer[] = [];
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => launcher.once('close', resolve));
  registry.close();

  expect(Buffer.concat(output).toString()).toContain('npm@11.19.1 is not the file it should be');
  expect(status).toBe(1);
  expect(existsSync(join(project, '.runtime/node_modules/npm'))).toBe(false);
  expect(existsSync(join(project, '.runtime/download'))).toBe(false);
});

test('every version that can be fetched has a hash', () => {
  const text = readFileSync('scripts/launcher.mjs', 'utf8');
  const [, node] = /NODE = \{ major: \d+, version: '([\d.]+)'/.exec(text) ?? [];
  const [, npm] = /NPM = \{ major: \d+, version: '([\d.]+)'/.exec(text) ?? [];
  const hashed = [...text.matchAll(/'([\w-]+)@([\d.]+)':\s+'sha512-/g)].map(
    ([, name, version]) => `${name} ${version}`,
  );

  expect(hashed).toHaveLength(6);
  expect(hashed.filter((each) => each !== `npm ${npm}` && !each.endsWith(` ${node}`))).toEqual([]);
});
