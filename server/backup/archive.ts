// A backup is one compressed file of JSON lines. The last line holds the checksum of all others: a file that was cut off or
// changed is not used.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

const Header = z.object({
  backup: z.literal('heron-slough-ranch'),
  format: z.literal(1),
  version: z.int(),
  at: z.string(),
});
const Rows = z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.unknown())).min(1) });
const File = z.object({ folder: z.string(), name: z.string(), bytes: z.string() });
const End = z.object({ lines: z.int(), sha256: z.string() });
const Line = z.union([Header, Rows, File, End]);

export type Header = z.output<typeof Header>;
export type Write = (line: Line) => Promise<void>;
export type Line = Header | z.output<typeof Rows> | z.output<typeof File>;

/** On the disk under its name when it is whole, or not at all. Answers with its size. */
export async function writeArchive(file: string, fill: (write: Write) => Promise<void>): Promise<number> {
  const unfinished = `${file}.part`;
  const gzip = createGzip({ level: 6 });
  const hash = createHash('sha256');
  let lines = 0;
  const write: Write = async (line) => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    lines += 1;
    if (!gzip.write(text)) await once(gzip, 'drain');
  };
  const fillAndSeal = async () => {
    try {
      await fill(write);
      gzip.end(`${JSON.stringify({ lines, sha256: hash.digest('hex') })}\n`);
    } catch (error) {
      gzip.destroy();
      throw error;
    }
  };
  await Promise.all([fillAndSeal(), pipeline(gzip, createWriteStream(unfinished, { mode: 0o600, flush: true }))]);
  await rename(unfinished, file);
  return (await stat(file)).size;
}

/** Reads it to its end and throws unless it is whole. */
export async function verifyArchive(file: string): Promise<Header> {
  let head: Header | undefined;
  for await (const line of readArchive(file)) if ('backup' in line) head = line;
  if (!head) throw new Error(`${file} is no backup of this shop.`);
  return head;
}

export async function* readArchive(file: string): AsyncGenerator<Line> {
  const hash = createHash('sha256');
  let count = 0;
  let whole = false;
  for await (const text of readLines(file)) {
    const line = parseLine(file, text);
    if ('sha256' in line) {
      whole = line.lines === count && line.sha256 === hash.digest('hex');
      break;
    }
    hash.update(`${text}\n`);
    count += 1;
    yield line;
  }
  if (!whole) throw new Error(`${file} is damaged: it does not fit its checksum.`);
}

async function* readLines(file: string): AsyncGenerator<string> {
  // An error of either stream is thrown where the second one is read.
  const unpacked = pipe(createReadStream(file), createGunzip(), () => {});
  unpacked.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of unpacked) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function parseLine(file: string, text: string) {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    throw new Error(`${file} is damaged: a line of it cannot be understood.`);
  }
}
