// Encodes the pictures that come with the project into dist/pictures. What is there already is kept.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { encodePicture, pictureHash } from '#server/media/encode-picture.ts';

const from = 'content/pictures';
const to = 'dist/pictures';

await mkdir(to, { recursive: true });
const made = await readdir(to);
const names: Record<string, string> = {};
const waiting = (await readdir(from)).filter((file) => file.endsWith('.jpg')).sort();
await Promise.all(Array.from({ length: availableParallelism() }, encodeNext));
await writeFile(join(to, 'names.json'), JSON.stringify(names, null, 1));

async function encodeNext(): Promise<void> {
  const picture = waiting.shift();
  if (!picture) return;
  const original = await readFile(join(from, picture));
  names[picture] = stored(original) ?? (await encoded(picture, original));
  await encodeNext();
}

function stored(original: Buffer): string | undefined {
  const hash = pictureHash(original);
  return made.find((name) => name.startsWith(hash) && name.endsWith('.jpg'));
}

async function encoded(picture: string, original: Buffer): Promise<string> {
  const { name, files } = await encodePicture(original);
  // The JPEG goes last: its presence says that the others are there.
  for (const file of files.toReversed()) await writeFile(join(to, file.name), file.bytes);
  console.log(`  ${picture}: ${files.length} files`);
  return name;
}
