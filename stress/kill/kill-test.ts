// Kills the shop at random moments while staff publish, and checks that no acknowledged write is lost.
//   npm run kill            200 kills
//   npm run kill -- 20      any number
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';

const kills = Number(process.argv[2] ?? 200);
const WRITERS = 4;
const dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
ensureBuilt();
const settings = { DATA_DIR: dataDir, ...staffSettings };
const acknowledged = new Map<number, string>();
let unanswered = 0;
let rejected = 0;

for (let round = 1; round <= kills; round += 1) {
  const shop = await startShop(settings);
  const headers = await loginAt(shop.url);
  const writing = Array.from({ length: WRITERS }, (_, writer) =>
    publishUntilKilled(shop.url, headers, `${round}.${writer}`),
  );
  await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 300));
  await shop.kill();
  await Promise.all(writing);
}

const shop = await startShop(settings);
const lost: number[] = [];
for (const [id, title] of acknowledged) {
  const response = await fetch(`${shop.url}/api/blogs/${id}`);
  const survived = response.ok && (await response.json()).data.title === title;
  if (!survived) lost.push(id);
}
await shop.stop();
rmSync(dataDir, { recursive: true, force: true });
console.log(
  `${kills} kills, ${kills + 1} starts, ${acknowledged.size} writes acknowledged, ${unanswered} interrupted, ${rejected} rejected, ${lost.length} lost`,
);
process.exit(lost.length + rejected === 0 && acknowledged.size > 0 ? 0 : 1);

async function publishUntilKilled(url: string, headers: Record<string, string>, name: string) {
  for (let number = 1; ; number += 1) {
    const body = new FormData();
    const title = `${name}.${number}`;
    body.set('title', title);
    try {
      const response = await fetch(`${url}/api/admin/blogs`, { method: 'POST', headers, body });
      if (!response.ok) {
        rejected += 1;
        continue;
      }
      const { data } = await response.json();
      acknowledged.set(data.id, title);
    } catch {
      unanswered += 1;
      return;
    }
  }
}
