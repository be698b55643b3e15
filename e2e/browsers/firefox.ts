// Firefox over WebDriver BiDi: JSON messages on a WebSocket.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, startProgram } from './browser.ts';

/** Nothing but the shop is contacted, and a machine without a network is not taken for offline. */
const preferences = [
  'user_pref("network.manage-offline-status", false);',
  'user_pref("network.captive-portal-service.enabled", false);',
  'user_pref("network.connectivity-service.enabled", false);',
  'user_pref("browser.safebrowsing.malware.enabled", false);',
  'user_pref("browser.safebrowsing.phishing.enabled", false);',
  'user_pref("app.normandy.enabled", false);',
  'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
  'user_pref("toolkit.telemetry.enabled", false);',
];

/** NS_BINDING_ABORTED: a download that ended because the page was left. */
const ABORTED = 'status=2152398850';

const SCROLL_AND_SETTLE = `async (element) => {
  for (let before = ''; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const now = JSON.stringify(element.getBoundingClientRect());
    if (now === before) return;
    before = now;
  }
}`;

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: object; message?: string };

export async function startFirefox(binary: string): Promise<Browser> {
  const { address, stop } = await startProgram(
    binary,
    (profile) => {
      writeFileSync(join(profile, 'user.js'), preferences.join('\n'));
      return ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
    },
    { listening: /WebDriver BiDi listening on (ws:\S+)/ },
  );
  try {
    return await connect(`${address}/session`, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(address: string, stop: () => Promise<void>): Promise<Browser> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${address}.`)));
  });
  const errors: string[] = [];
  const pending = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id !== undefined) pending.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && message.params?.level === 'error')
      report(String(message.params.text));
  });

  const report = (text: string) => {
    if (!text.includes(ABORTED)) errors.push(text);
  };

  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = Object(await send('browsingContext.getTree', {}));
  const context: string = contexts[0].context;
  await send('browsingContext.setViewport', { context, viewport: { width: 390, height: 760 } });

  return {
    errors,
    async open(url) {
      const navigate = () => send('browsingContext.navigate', { context, url, wait: 'complete' });
      // In its first seconds Firefox rejects any address now and then.
      await navigate().catch(async (error: unknown) => {
        if (!String(error).includes('Address rejected')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await navigate();
      });
    },
    evaluate,
    click,
    async type(selector, text) {
      await click(selector);
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act('key', {}, keys);
    },
    upload: async (selector, file) => {
      await send('input.setFiles', { context, element: await find(selector), files: [file] });
    },
    async close() {
      socket.close();
      await stop();
    },
  };

  async function evaluate(expression: string): Promise<unknown> {
    const target = { context };
    const answer = Object(await send('script.evaluate', { expression, target, awaitPromise: true }));
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result.value ?? null;
  }

  async function click(selector: string): Promise<void> {
    const origin = { type: 'element', element: await find(selector) };
    await act('pointer', { parameters: { pointerType: 'mouse' } }, [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  function act(type: string, source: object, actions: object[]) {
    return send('input.performActions', { context, actions: [{ type, id: type, ...source, actions }] });
  }

  /** Scrolled into view and no longer moving, as a click needs it. */
  async function find(selector: string): Promise<{ sharedId: string }> {
    const locator = { type: 'css', value: selector };
    const { nodes } = Object(await send('browsingContext.locateNodes', { context, locator, maxNodeCount: 1 }));
    if (!nodes[0]) throw new Error(`There is no ${selector}.`);
    await send('script.callFunction', {
      functionDeclaration: SCROLL_AND_SETTLE,
      arguments: [{ sharedId: nodes[0].sharedId }],
      target: { context },
      awaitPromise: true,
    });
    return { sharedId: nodes[0].sharedId };
  }

  async function send(method: string, params: object): Promise<unknown> {
    const id = pending.size + 1;
    const answer = await new Promise<Message>((resolve) => {
      pending.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (!answer.result) throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  }
}
