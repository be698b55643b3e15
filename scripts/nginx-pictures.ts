// nginx in front of the shop, with deploy/nginx-pictures.conf.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Balancer } from './balancers.ts';
import { freePort } from './free-port.ts';
import { ensureNginx } from './system-deps.ts';

/** A single process, like the shop. */
export async function startPictureNginx(instance: string, dataDir: string): Promise<Balancer> {
  const command = ensureNginx();
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 10000000; ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port};
    set $data_dir ${dataDir};
    location / { try_files /none @shop; }
    location @shop { proxy_pass http://${instance}; }
    include ${resolve('deploy/nginx-pictures.conf')};
  }
}
`,
  );
  const child = spawn(command, ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' });
  const kill = () => void child.kill();
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('nginx did not start; see the error above.');
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    ca: undefined,
    pid: child.pid ?? 0,
    async stop() {
      kill();
      await once(child, 'exit');
      process.off('exit', kill);
      rmSync(folder, { recursive: true });
    },
  };
}
