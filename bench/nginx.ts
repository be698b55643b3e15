// A second baseline, if nginx is installed: nginx sending the same file.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '#scripts/free-port.ts';

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

type StaticFile = { folder: string; path: string; headers: string[]; body: Buffer };

/** Starts nginx with a single process, like the shop, serving `body` at `path`. */
export async function startNginx({ folder, path, headers, body }: StaticFile) {
  const file = join(folder, 'nginx/files', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  const port = await freePort();
  writeFileSync(join(folder, 'nginx/nginx.conf'), settings(join(folder, 'nginx'), port, headers));
  const child = spawn('nginx', ['-c', join(folder, 'nginx/nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + path).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('nginx did not start; see the error above.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Adds the shop's headers that nginx does not send by itself. */
function settings(folder: string, port: number, headers: string[]): string {
  const sentByNginx = /^(content-length|content-type|etag|last-modified|accept-ranges|server)$/i;
  const added = headers.flatMap((name, index) =>
    index % 2 === 0 && !sentByNginx.test(name)
      ? [`add_header ${name} '${headers[index + 1]?.replaceAll("'", "\\'")}';`]
      : [],
  );
  return `daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; open_file_cache max=100;
  types { image/jpeg jpg; image/webp webp; image/avif avif; }
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${folder}/files; ${added.join(' ')} }
}
`;
}
