// Draws the sheet of an invoice as a PDF, on as many Letter pages as it needs. The same sheet gives the same bytes.
import type { InvoiceSheet } from '#contracts/invoice-sheet.ts';
import { createPen, lineHeight, type TextStyle } from './pdf-text.ts';

type Options = {
  /** The day counts as the time of creation. */
  issuedOn: string;
  /** SVG paths, 100 high. */
  logo: string[];
  /** False in tests, which read it. */
  compress?: boolean;
};
type Pen = ReturnType<typeof createPen>;
type Sheet = { document: PDFKit.PDFDocument; pen: Pen; y: number };

const INK = '#2a2018';
const SOFT = '#5c4f40';
const LINE = '#d5c8aa';
const MARGIN = 54;
const RIGHT = 612 - MARGIN;
const WIDTH = RIGHT - MARGIN;
const BOTTOM = 792 - MARGIN - 24;
const GAP = 18;
/** Where the number columns end. */
const NUMBER_ENDS = [RIGHT - 160, RIGHT - 84, RIGHT];
const TEXT_WIDTH = WIDTH - 230;

const text: TextStyle = { face: 'plain', size: 10, color: INK };
const bold: TextStyle = { ...text, face: 'bold' };
const soft: TextStyle = { ...text, color: SOFT };
const heading: TextStyle = { face: 'serif', size: 13, color: INK };
const total: TextStyle = { face: 'serif', size: 16, color: INK };

export async function drawInvoice(
  invoice: InvoiceSheet,
  { issuedOn, logo, compress = true }: Options,
): Promise<Buffer> {
  // Large, and few requests need it.
  const { default: PDFDocument } = await import('pdfkit');
  const at = new Date(`${issuedOn}T12:00:00Z`);
  const brand = invoice.parties[0]?.name ?? '';
  const document = new PDFDocument({
    ...{ size: 'LETTER', margin: 0, bufferPages: true, compress, lang: 'en-US', displayTitle: true, font: '' },
    info: { Title: invoice.title, Author: brand, Creator: brand, Producer: brand, CreationDate: at, ModDate: at },
  });
  const bytes = collect(document);
  const sheet: Sheet = { document, pen: createPen(document), y: MARGIN };
  drawHead(sheet, invoice, logo);
  drawParties(sheet, invoice);
  drawLines(sheet, invoice);
  drawClosing(sheet, invoice);
  numberPages(sheet, invoice);
  document.end();
  return bytes;
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}

const LOGO_SIZE = 48;

function drawHead(sheet: Sheet, { title, issued }: InvoiceSheet, logo: string[]): void {
  const { document, pen } = sheet;
  document
    .save()
    .translate(RIGHT - LOGO_SIZE, MARGIN)
    .scale(LOGO_SIZE / 100);
  for (const path of logo) document.path(path).fillColor(INK).fill('even-odd');
  document.restore();
  pen.write(issued, { x: MARGIN, y: MARGIN }, soft);
  pen.write(title, { x: MARGIN, y: MARGIN + 15 }, { face: 'serif', size: 26, color: INK });
  sheet.y = MARGIN + LOGO_SIZE + 8;
  rule(sheet, INK, 1.5);
  sheet.y += GAP;
}

/** Three columns, as on the page. */
function drawParties(sheet: Sheet, { parties, facts }: InvoiceSheet): void {
  const column = (WIDTH - 2 * GAP) / 3;
  const top = sheet.y;
  const ends = parties.map(({ label, name, lines }, index) => {
    const x = MARGIN + index * (column + GAP);
    const part = { ...sheet, y: top };
    block(part, label, { x, width: column }, heading);
    part.y += 3;
    block(part, name, { x, width: column }, bold);
    for (const line of lines) block(part, line, { x, width: column }, text);
    return part.y;
  });
  const x = MARGIN + parties.length * (column + GAP);
  const part = { ...sheet, y: top + 3 };
  for (const { label, value } of facts) {
    sheet.pen.write(label, { x, y: part.y }, soft);
    block(part, value, { x: x + 66, width: column - 66 }, text);
  }
  sheet.y = Math.max(...ends, part.y) + GAP;
}

function drawLines(sheet: Sheet, { columns, lines, total: sum }: InvoiceSheet): void {
  drawColumns(sheet, columns);
  for (const [name = '', ...numbers] of lines) {
    const wrapped = sheet.pen.wrap(name, TEXT_WIDTH, text);
    const height = wrapped.length * lineHeight(text) + 10;
    if (sheet.y + height > BOTTOM) {
      addPage(sheet);
      drawColumns(sheet, columns);
    }
    drawRow(sheet, wrapped, numbers);
  }
  keepTogether(sheet, 60);
  sheet.y += 10;
  sheet.pen.write(sum.label, { x: MARGIN, y: sheet.y }, total);
  sheet.pen.write(sum.amount, { x: MARGIN, y: sheet.y, right: RIGHT }, total);
  sheet.y += lineHeight(total) + GAP;
}

function drawColumns(sheet: Sheet, [name = '', ...numbers]: string[]): void {
  const style: TextStyle = { face: 'bold', size: 9, color: SOFT };
  drawRow(sheet, [name], numbers, style);
}

function drawRow(sheet: Sheet, lines: string[], numbers: string[], style = text): void {
  sheet.y += 5;
  const ends = NUMBER_ENDS.slice(-numbers.length);
  for (const [index, number] of numbers.entries())
    sheet.pen.write(number, { x: MARGIN, y: sheet.y, right: ends[index] ?? RIGHT }, style);
  for (const line of lines) {
    sheet.pen.write(line, { x: MARGIN, y: sheet.y }, style);
    sheet.y += lineHeight(style);
  }
  sheet.y += 5;
  rule(sheet, LINE, 0.75);
}

function drawClosing(sheet: Sheet, { closing }: InvoiceSheet): void {
  if (!closing) return;
  keepTogether(sheet, 30);
  block(sheet, closing, { x: MARGIN, width: WIDTH }, { ...bold, size: 12 });
}

/** One page needs no number. */
function numberPages({ document, pen }: Sheet, { title }: InvoiceSheet): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; count > 1 && page < count; page += 1) {
    document.switchToPage(page);
    const label = `${title}, page ${page + 1} of ${count}`;
    pen.write(label, { x: MARGIN, y: 792 - MARGIN, right: RIGHT }, { ...soft, size: 9 });
  }
}

function block(sheet: Sheet, content: string, { x, width }: { x: number; width: number }, style: TextStyle): void {
  for (const line of sheet.pen.wrap(content, width, style)) {
    sheet.pen.write(line, { x, y: sheet.y }, style);
    sheet.y += lineHeight(style);
  }
}

function rule({ document, y }: Sheet, color: string, width: number): void {
  document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(color).stroke();
}

function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height > BOTTOM) addPage(sheet);
}

function addPage(sheet: Sheet): void {
  sheet.document.addPage();
  sheet.y = MARGIN;
}
