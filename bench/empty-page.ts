// The browser baseline: the smallest page that React hydrates, served by bare node:http. It has one line of text because
// browsers report no first paint for an empty page.
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const [folder = ''] = process.argv.slice(2);
const built = await build({
  configFile: false,
  publicDir: false,
  logLevel: 'silent',
  build: {
    outDir: folder,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'bench/empty-page-entry.ts' },
  },
});
const output = 'output' in built ? built.output : [];
const script = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])).join('');
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>An empty page</title>
<link rel="icon" href="data:,">
<script type="module" src="/empty.js"></script>
</head>
<body><div id="root"><p>An empty page.</p></div></body>
</html>
`;
const responses = {
  html: { type: 'text/html; charset=utf-8', bytes: brotliCompressSync(html) },
  script: { type: 'text/javascript; charset=utf-8', bytes: brotliCompressSync(script) },
};
const server = createServer(({ url }, response) => {
  const { type, bytes } = url === '/empty.js' ? responses.script : responses.html;
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'content-length': bytes.length });
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`is open at http://127.0.0.1:${Object(server.address()).port}`));
// Exit with the benchmark that started us.
process.on('disconnect', () => process.exit());
