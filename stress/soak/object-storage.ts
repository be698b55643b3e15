// The shop's uploads in a real object storage: everything the shop does with it, wrong keys, a crash in the middle of it, two
// instances that share it, and a backup of it.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { loginAt, type RunningShop, staffSettings, startShop } from '#scripts/running-shop.ts';
import { s3Storage } from '#server/media/s3-storage.ts';
import { folders, type Storage } from '#server/media/storage.ts';
import { good } from '#server/testing/image-bytes.ts';
import type { ShopLocation } from './scenario.ts';
import { LIST_PAGE, startSwift, storageKey } from './swift-server.ts';

type Swift = Awaited<ReturnType<typeof startSwift>>;
type Check = (holds: boolean, rule: string) => void;

/** More than the sockets on the way can hold. */
const LARGE = 40 * 1024 * 1024;

export async function checkObjectStorage(location: ShopLocation, log: (line: string) => void) {
  const findings: string[] = [];
  const check: Check = (holds, rule) => {
    log(`${holds ? 'yes' : 'NO '}  ${rule}`);
    if (!holds) findings.push(rule);
  };
  const swift = await startSwift();
  try {
    await makeBucket(swift, 'hops');
    await makeBucket(swift, 'restored');
    const storage = storageOf(swift, 'hops');
    await checkStorage(storage, check);
    await checkWrongSettings(swift, check);
    await checkCrashes(swift, storage, check);
    await checkShops(swift, location, check);
    await checkBackup(swift, location, check);
  } finally {
    await swift.stop();
  }
  return findings;
}

const storageOf = ({ endpoint }: Swift, bucket: string): Storage => s3Storage({ ...storageKey, bucket, endpoint });

async function makeBucket({ endpoint }: Swift, bucket: string): Promise<void> {
  const { region, keyId, secret } = storageKey;
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3' });
  const { status } = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  if (status !== 200) throw new Error(`Swift returned ${status} for the bucket ${bucket}.`);
}

async function checkStorage(storage: Storage, check: Check): Promise<void> {
  const large = randomBytes(LARGE);
  await storage.write('certificates', 'large.pdf', large);
  check(large.equals((await storage.read('certificates', 'large.pdf')) ?? Buffer.alloc(0)), 'reads what was written');
  const file = await storage.open('certificates', 'large.pdf');
  check(file?.bytes === LARGE && large.equals(await buffer(file.stream)), 'streams it, with its size');
  const names = Array.from({ length: 2 * LIST_PAGE + 50 }, (_, index) => `${1000 + index}-1x1.jpg`);
  for (const name of names) await storage.write('products', name, Buffer.from(name));
  const listed = async () => (await storage.list('products')).join();
  check((await listed()) === names.join(), `lists ${names.length} files, on three pages`);
  check((await storage.list('resale-certificates')).length === 0, 'an empty folder is empty');
  await Promise.all(names.map((name) => storage.remove('products', name)));
  await storage.remove('products', '1000-1x1.jpg');
  check((await listed()) === '', 'deletes them, one of them twice');
  check((await storage.read('products', '1000-1x1.jpg')) === undefined, 'a deleted file is missing');
}

async function checkWrongSettings({ endpoint }: Swift, check: Check): Promise<void> {
  const messageOf = (request: Promise<unknown>) => request.then(String, (error: Error) => error.message);
  const wrongSecret = s3Storage({ ...storageKey, secret: 'guessed', bucket: 'hops', endpoint });
  const refusals = await Promise.all([
    messageOf(wrongSecret.read('certificates', 'large.pdf')),
    messageOf(wrongSecret.open('certificates', 'large.pdf')),
    messageOf(wrongSecret.write('certificates', 'other.pdf', Buffer.from('x'))),
    messageOf(wrongSecret.list('certificates')),
    messageOf(wrongSecret.remove('certificates', 'large.pdf')),
  ]);
  check(
    refusals.every((message) => message.includes('403 (SignatureDoesNotMatch)')),
    'refuses a wrong secret, and says so',
  );
  const noBucket = s3Storage({ ...storageKey, bucket: 'barley', endpoint });
  const missing = await messageOf(noBucket.read('blogs', 'a-1x1.jpg'));
  check(missing.includes('404 (NoSuchBucket)'), 'a bucket that does not exist is no missing file');
}

async function checkCrashes(swift: Swift, storage: Storage, check: Check): Promise<void> {
  const file = await storage.open('certificates', 'large.pdf');
  const chunks = file?.stream.iterator({ destroyOnReturn: false });
  await chunks?.next();
  await swift.kill();
  const rest = file && buffer(file.stream).then(({ length }) => `${length} bytes`, String);
  check(String(await rest).includes('rror'), 'a download cut off by a crash is an error, not a short file');
  await swift.launch();
  check((await storage.read('certificates', 'large.pdf'))?.length === LARGE, 'and works after the restart');

  swift.freeze('object');
  const upload = storage.write('certificates', 'half.pdf', randomBytes(LARGE)).then(() => 'written', String);
  await sleep(1000);
  await swift.kill();
  check((await upload).includes('rror'), 'an upload cut off by a crash is an error');
  await swift.launch();
  check((await storage.read('certificates', 'half.pdf')) === undefined, 'and leaves nothing to read');
  check(!(await storage.list('certificates')).includes('half.pdf'), 'nor to list');
  await storage.remove('certificates', 'large.pdf');
}

async function checkShops(swift: Swift, { dataDir, databaseUrl = '' }: ShopLocation, check: Check): Promise<void> {
  const settings = { ...shopSettings(swift, 'hops'), DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const [first, second] = await Promise.all([startShop(settings), startShop(settings)]);
  const headers = await loginAt(first.url);
  const uploaded = await upload(first, headers, 400);
  const picture = await fetch(second.url + uploaded.url);
  check(uploaded.status === 200 && picture.status === 200, 'a picture uploaded on one instance is on the other');
  const later = await upload(first, headers, 500);

  swift.freeze('object');
  const interrupted = upload(second, headers, 600);
  await sleep(1000);
  await swift.kill();
  check((await interrupted).status === 503, 'an upload during a crash gets a 503');
  const down = await Promise.all([first, second].map((shop) => fetch(shop.url + later.url)));
  check(
    down.every(({ status }) => status === 503),
    'while it is down, pictures get a 503',
  );
  check((await fetch(`${second.url}/blogs`)).status === 200, 'and pages are served');
  check((await filesOf(second)) === 'unavailable', '/healthz says that files are unavailable');
  await swift.launch();
  while ((await filesOf(first)) || (await filesOf(second))) await sleep(200);
  const again = await upload(second, headers, 600);
  const both = await Promise.all([first, second].map((shop) => fetch(shop.url + again.url)));
  check(again.status === 200 && both.every(({ status }) => status === 200), 'after the restart, the upload works');
  await Promise.all([first.stop(), second.stop()]);

  const wrong = await startShop({ ...settings, AWS_SECRET_ACCESS_KEY: 'guessed' });
  check((await fetch(wrong.url + uploaded.url)).status === 503, 'a shop with a wrong secret opens, without pictures');
  const lines = wrong.output.filter((line) => line.includes('Object storage is not available.'));
  check(lines.length === 1 && lines[0]?.includes('SignatureDoesNotMatch') === true, 'and its log says why, once');
  await wrong.stop();
}

async function checkBackup(swift: Swift, { dataDir, databaseUrl = '' }: ShopLocation, check: Check): Promise<void> {
  const backups = join(dataDir, 'backups');
  const run = (args: string[], settings: Record<string, string>) =>
    spawnSync(process.execPath, args, { env: { ...process.env, ...settings }, encoding: 'utf8' });
  const shop = { ...shopSettings(swift, 'hops'), DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const backedUp = run(['cli/backup.ts', backups], shop);
  const [file = ''] = readdirSync(backups);
  const copy = { ...shopSettings(swift, 'restored'), DATA_DIR: join(dataDir, 'restored'), DATABASE_URL: '' };
  const restored = run(['cli/restore.ts', join(backups, file)], copy);
  check(
    backedUp.status === 0 && restored.status === 0,
    `backs up and restores ${backedUp.stderr}${restored.stderr}`.trim(),
  );
  const [original, other] = [storageOf(swift, 'hops'), storageOf(swift, 'restored')];
  let same = 0;
  let different = 0;
  for (const folder of folders)
    for (const name of await original.list(folder)) {
      const [one, two] = await Promise.all([original.read(folder, name), other.read(folder, name)]);
      if (one && two?.equals(one)) same += 1;
      else different += 1;
    }
  check(same > 0 && different === 0, `all ${same + different} files are in the restored bucket`);
}

const shopSettings = ({ endpoint }: Swift, bucket: string): Record<string, string> => ({
  ...staffSettings,
  S3_BUCKET: bucket,
  AWS_REGION: storageKey.region,
  AWS_ACCESS_KEY_ID: storageKey.keyId,
  AWS_SECRET_ACCESS_KEY: storageKey.secret,
  AWS_ENDPOINT_URL_S3: endpoint,
  SECRETS_KEY: 'a'.repeat(64),
});

/** A picture of this width: another width is another picture. */
async function upload({ url }: RunningShop, headers: Record<string, string>, width: number) {
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(await good(width).jpeg().toBuffer())]), 'cone.jpg');
  const response = await fetch(`${url}/api/admin/blogs/pictures`, { method: 'POST', headers, body });
  const { data } = await response.json();
  return { status: response.status, url: String(data?.url) };
}

const filesOf = async ({ url }: RunningShop): Promise<string | undefined> =>
  (await (await fetch(`${url}/healthz`)).json()).files;
