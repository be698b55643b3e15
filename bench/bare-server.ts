// The baseline: node:http that sends one fixed response to every request.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { status, headers, body }: { status: number; headers: string[]; body: string } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
);
const bytes = Buffer.from(body, 'base64');
const server = createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`is open at http://127.0.0.1:${Object(server.address()).port}`));
