// Reads the texts of a PDF that was drawn without compression: its glyphs, translated back by each font's table.

export function textsIn(pdf: Buffer): string[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
  const tables = new Map<string, Map<string, string>>();
  for (const body of objects.values())
    for (const [, name = '', font = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1];
      if (table) tables.set(name, lettersOf(objects.get(table) ?? ''));
    }
  return [...objects.values()].flatMap((body) => [...textsOf(body, tables)]);
}

function* textsOf(content: string, tables: Map<string, Map<string, string>>): Generator<string> {
  for (const [, block = ''] of content.matchAll(/^BT\n([\s\S]*?)^ET$/gm)) {
    const letters = tables.get(/\/(F\d+) /.exec(block)?.[1] ?? '');
    const codes = [...block.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => hex).join('');
    yield (codes.match(/.{4}/g) ?? []).map((code) => letters?.get(code) ?? '').join('');
  }
}

/** The table lists the letters in the order of the glyphs. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries())
      letters.set(
        (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'),
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
  return letters;
}
