// Text on a PDF page: the site's fonts, lines that wrap, and characters from more than one font file in one line.
import { readFileSync } from 'node:fs';

export type Face = 'serif' | 'plain' | 'bold';
export type TextStyle = { face: Face; size: number; color: string };
type Run = { font: string; text: string };

const files: Record<Face, string> = {
  serif: 'young-serif-400',
  plain: 'hanken-grotesk-400',
  bold: 'hanken-grotesk-700',
};
/** Each face is two files. */
const parts = ['latin', 'latin-ext'];
const FOLDER = '../../server/pdf/fonts';
const LINE_HEIGHT = 1.4;

/** Numbers as tall as capitals and equally wide, as on the page. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['lnum', 'tnum'];

/** For a character that no file has. */
const UNKNOWN = '?';

/** Files, or fonts that a document has parsed: parsing took most of the time of drawing. */
let fonts: Map<string, Buffer> | undefined;

function loadFonts(): Map<string, Buffer> {
  const names = Object.values(files).flatMap((file) => parts.map((part) => `${file}-${part}`));
  return new Map(names.map((name) => [name, readFileSync(new URL(`${FOLDER}/${name}.ttf`, import.meta.url))]));
}

export function createPen(document: PDFKit.PDFDocument) {
  fonts ??= loadFonts();
  const all = fonts;
  const registered = new Set<string>();
  const fontOfLetter = new Map<string, string | undefined>();
  return { wrap, write };

  function select(font: string, size: number): void {
    const source = all.get(font);
    if (source && !registered.has(font)) document.registerFont(font, source);
    document.font(font).fontSize(size);
    if (!registered.has(font)) all.set(font, parsedFont());
    registered.add(font);
  }

  function widthOf(text: string, { face, size }: TextStyle): number {
    return runsOf(text, face).reduce((width, { font, text: part }) => {
      select(font, size);
      return width + document.widthOfString(part, { features });
    }, 0);
  }

  /** Neighbors from the same font file stay together, for kerning. */
  function runsOf(text: string, face: Face): Run[] {
    const runs: Run[] = [];
    for (const letter of text) {
      const font = findFont(letter, face);
      const known = font ? letter : UNKNOWN;
      const name = font ?? `${files[face]}-latin`;
      const last = runs.at(-1);
      if (last?.font === name) last.text += known;
      else runs.push({ font: name, text: known });
    }
    return runs;
  }

  function findFont(letter: string, face: Face): string | undefined {
    const key = `${face} ${letter}`;
    if (!fontOfLetter.has(key))
      fontOfLetter.set(
        key,
        parts.map((part) => `${files[face]}-${part}`).find((font) => hasGlyph(font, letter)),
      );
    return fontOfLetter.get(key);
  }

  function hasGlyph(font: string, letter: string): boolean {
    select(font, 1);
    return parsedFont().hasGlyphForCodePoint(letter.codePointAt(0));
  }

  /** The selected font. The library's types leave it out. */
  function parsedFont() {
    return Object(document)._font.font;
  }

  /** Breaks between words, and inside a word that is wider than a line. */
  function wrap(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of tidy(text).split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      const pieces = breakWord(word, width, style);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    }
    return [...lines, line];
  }

  function breakWord(word: string, width: number, style: TextStyle): string[] {
    const pieces = [''];
    for (const letter of word) {
      const longer = `${pieces.at(-1)}${letter}`;
      if (longer !== letter && widthOf(longer, style) > width) pieces.push(letter);
      else pieces[pieces.length - 1] = longer;
    }
    return pieces;
  }

  /** Writes one line; `right` is where it ends instead. */
  function write(text: string, at: { x: number; y: number; right?: number }, style: TextStyle): void {
    let x = at.right === undefined ? at.x : at.right - widthOf(text, style);
    for (const { font, text: part } of runsOf(text, style.face)) {
      select(font, style.size);
      document.fillColor(style.color).text(part, x, at.y, { lineBreak: false, features });
      x += document.widthOfString(part, { features });
    }
  }
}

export const lineHeight = ({ size }: TextStyle): number => size * LINE_HEIGHT;

const tidy = (text: string): string => text.normalize('NFC').replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim();
