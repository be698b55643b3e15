// WebKit over WebDriver: JSON over HTTP. WebKitGTK has no headless mode, so it gets a virtual display.
import { createServer } from 'node:net';
import { type Browser, startProgram } from './browser.ts';

/** The key under which WebDriver returns an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export type WebKitPrograms = { driver: string; miniBrowser: string; display: string };

export async function startWebKit({ driver, miniBrowser, display }: WebKitPrograms): Promise<Browser> {
  const screen = await startProgram(
    display,
    () => ['-displayfd', '1', '-screen', '0', '1000x900x24', '-nolisten', 'tcp'],
    {
      listening: /^(\d+)$/,
    },
  );
  try {
    const port = await freePort();
    const { stop } = await startProgram('/bin/sh', () => ['-c', `echo ready; exec ${driver} --port=${port}`], {
      listening: /(ready)/,
      env: {
        DISPLAY: `:${screen.address}`,
        GDK_BACKEND: 'x11',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    });
    const stopAll = async () => {
      await stop();
      await screen.stop();
    };
    return await connect(`http://127.0.0.1:${port}`, miniBrowser, stopAll);
  } catch (error) {
    await screen.stop();
    throw error;
  }
}

async function connect(address: string, miniBrowser: string, stop: () => Promise<void>): Promise<Browser> {
  await waitUntilReady(address);
  const options = { binary: miniBrowser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = Object(await send('POST', '/session', { capabilities }));
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/window/rect`, { width: 420, height: 800 });

  return {
    errors: [],
    open: (url) => send('POST', `${session}/url`, { url }).then(() => {}),
    evaluate: (expression) => send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async click(selector) {
      await send('POST', `${session}/element/${await find(selector)}/click`, {});
    },
    async type(selector, text) {
      await send('POST', `${session}/element/${await find(selector)}/value`, { text });
    },
    async upload(selector, file) {
      await send('POST', `${session}/element/${await find(selector)}/value`, { text: file });
    },
    async close() {
      await send('DELETE', session);
      await stop();
    },
  };

  /** Scrolled into view, as a click needs it. */
  async function find(selector: string): Promise<string> {
    const element = Object(await send('POST', `${session}/element`, { using: 'css selector', value: selector }));
    // The driver would scroll smoothly and then miss it.
    const script = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })';
    await send('POST', `${session}/execute/sync`, { script, args: [element] });
    return element[ELEMENT];
  }

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path.split('/').at(-1)}: ${value.error} ${value.message}`);
    return value;
  }
}

async function waitUntilReady(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${address}/status`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The WebKit driver does not answer.');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = Object(server.address());
      server.close(() => resolve(port));
    });
  });
}
