// An SMTP server for tests. Stores what it receives and can be told to misbehave.
import { createServer, type Socket } from 'node:net';

type Mode = 'normal' | 'drops after accepting';
/** At this command, or already when a client connects, it gives this answer and no other. */
type Refusal = { at: 'connection' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT'; answer: string };

export const busy: Refusal = { at: 'MAIL', answer: '451 try again later' };

export async function startFakeSmtp() {
  const received: { to: string; message: string }[] = [];
  const open = new Set<Socket>();
  const fake = { received, mode: 'normal' as Mode, refusal: undefined as Refusal | undefined, url: '', close };
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}));
    let to = '';
    let message: string | undefined;
    let rest = '';
    if (fake.refusal?.at === 'connection') return void socket.end(`${fake.refusal.answer}\r\n`);
    socket.write('220 barn.example\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });

    function onLine(line: string) {
      if (message !== undefined && line !== '.') {
        message += `${line}\n`;
        return;
      }
      if (message !== undefined) {
        received.push({ to, message });
        message = undefined;
        if (fake.mode === 'drops after accepting') socket.destroy();
        else socket.write('250 accepted\r\n');
        return;
      }
      const verb = line.slice(0, 4).toUpperCase().replace('HELO', 'EHLO');
      if (verb === fake.refusal?.at) socket.write(`${fake.refusal.answer}\r\n`);
      else if (verb === 'EHLO') socket.write('250-barn.example\r\n250 AUTH PLAIN\r\n');
      else if (verb === 'AUTH') socket.write('235 welcome\r\n');
      else if (verb === 'STAR') socket.write('502 no TLS here\r\n');
      else if (verb === 'RCPT') {
        to = /<(.*)>/.exec(line)?.[1] ?? '';
        socket.write('250 ok\r\n');
      } else if (verb === 'DATA') {
        message = '';
        socket.write('354 go on\r\n');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 ok\r\n');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `smtp://127.0.0.1:${Object(server.address()).port}`;
  return fake;

  function close() {
    server.close();
    for (const socket of open) socket.destroy();
  }
}
