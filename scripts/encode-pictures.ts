// Encodes the pictures in content/pictures into dist/pictures. Pictures that are already encoded are skipped.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { encodePicture, pictureHash } from '#server/media/encode-picture.ts';
import { startProgress } from './progress.ts';

const source = 'content/pictures';
const target = 'dist/pictures';

await mkdir(target, { recursive: true });
const encodedFiles = await readdir(target);
const names: Record<string, string> = {};
const queue: { picture: string; original: Buffer }[] = [];
for (const picture of (await readdir(source)).filter((file) => file.endsWith('.jpg')).sort()) {
  const original = await readFile(join(source, picture));
  const encoded = findEncoded(original);
  if (encoded) names[picture] = encoded;
  else queue.push({ picture, original });
}
if (queue.length > 0) {
  const progress = startProgress('Encoding pictures', queue.length);
  await Promise.all(Array.from({ length: availableParallelism() }, () => encodeNext(progress)));
}
await writeFile(join(target, 'names.json'), JSON.stringify(names, null, 1));

async function encodeNext(progress: ReturnType<typeof startProgress>): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    names[next.picture] = await encode(next.original);
    progress.advance();
  }
}

function findEncoded(original: Buffer): string | undefined {
  const hash = pictureHash(original);
  return encodedFiles.find((name) => name.startsWith(hash) && name.endsWith('.jpg'));
}

async function encode(original: Buffer): Promise<string> {
  const { name, files } = await encodePicture(original);
  // Write the JPEG last: if it exists, all other files exist too.
  for (const file of files.toReversed()) await writeFile(join(target, file.name), file.bytes);
  return name;
}
