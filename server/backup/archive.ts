// A backup is one gzipped file of JSON lines. The last line holds a checksum of all the others, so a truncated or modified
// file is rejected.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
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

/** Writes the file under its final name only once it is complete. Returns its size. */
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
  try {
    await Promise.all([fillAndSeal(), pipeline(gzip, createWriteStream(unfinished, { mode: 0o600, flush: true }))]);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rename(unfinished, file);
  return (await stat(file)).size;
}

/** Reads the file to the end and throws unless it is intact. */
export async function verifyArchive(file: string, look: (line: Line) => void = () => {}): Promise<Header> {
  let header: Header | undefined;
  for await (const line of readArchive(file)) {
    if ('backup' in line) header = line;
    look(line);
  }
  if (!header) throw foreign(file);
  return header;
}

export async function* readArchive(file: string): AsyncGenerator<Line> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const text of readLines(file)) {
    const line = parseLine(text);
    if (count === 0 && !(line && 'backup' in line)) throw foreign(file);
    if (!line) throw damaged('a line of it cannot be read');
    if ('sha256' in line) {
      if (line.lines !== count || line.sha256 !== hash.digest('hex')) throw damaged('it was changed after it was made');
      return;
    }
    hash.update(`${text}\n`);
    count += 1;
    yield line;
  }
  throw count === 0 ? foreign(file) : damaged('its end is missing');
}

const damaged = (how: string) => new Error(`This backup is damaged: ${how}. Nothing was changed.`);
const foreign = (file: string) =>
  new Error(`This is not a backup of this shop software: ${file}. Nothing was changed.`);

/** What zlib says of a file that is not compressed by gzip. */
const NOT_GZIP = 'incorrect header check';

async function* readLines(file: string): AsyncGenerator<string> {
  // Errors of either stream are thrown where the second one is read.
  const unzipped = pipe(createReadStream(file), createGunzip(), () => {});
  try {
    yield* splitLines(unzipped);
  } catch (error) {
    const { code, message } = Object(error);
    if (code === 'Z_BUF_ERROR') throw damaged('its end is missing');
    if (code === 'Z_DATA_ERROR')
      throw message === NOT_GZIP ? foreign(file) : damaged('it was changed after it was made');
    throw new Error(`Cannot read ${file}: ${message ?? error}`);
  }
}

const NEWLINE = 0x0a;

/** Joins the chunks of a line once, at its end: a line with a 10 MB upload comes in hundreds of chunks. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let line: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      line.push(chunk.subarray(start, end));
      yield Buffer.concat(line).toString('utf8');
      line = [];
      start = end + 1;
    }
    line.push(chunk.subarray(start));
  }
}

function parseLine(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
