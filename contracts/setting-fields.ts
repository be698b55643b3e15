// Describes what an owner edits. One description per section makes the form, checks the input in the browser and on the
// server, and checks the defaults in content/.
import { EMAIL } from './email.ts';
import { dialedNumber } from './phone.ts';

type Common = { label: string; help?: string };
export type Format = keyof typeof formats;
/** One line. */
export type LineField = Common & { kind: 'line'; max: number; optional?: boolean; format?: Format };
/** One paragraph. */
export type TextField = Common & { kind: 'text'; max: number; optional?: boolean };
/** Several paragraphs, edited as one text with empty lines between them. */
export type ParagraphsField = Common & { kind: 'paragraphs'; max: number };
/** A list of short texts, edited one per line. */
export type LinesField = Common & { kind: 'lines'; min: number; max: number; each: number; format?: Format };
export type NumberField = Common & { kind: 'number'; min: number; max: number; whole?: boolean; unit?: string };
export type ChoiceField = Common & { kind: 'choice'; options(): string[] };
/** A check box. */
export type FlagField = Common & { kind: 'flag' };
/** A picture of the library, or one that ships with the shop. */
export type PictureField = Common & { kind: 'picture' };
export type GroupField = Common & { kind: 'group'; fields: Record<string, Field> };
/** `one` names an entry: Question 2. */
export type ListField = Common & { kind: 'list'; one: string; min: number; max: number; item: GroupField };
export type Field =
  | LineField
  | TextField
  | ParagraphsField
  | LinesField
  | NumberField
  | ChoiceField
  | FlagField
  | PictureField
  | GroupField
  | ListField;

export type ValueOf<F> = F extends { kind: 'group'; fields: infer G }
  ? { [name in keyof G]: ValueOf<G[name]> }
  : F extends { kind: 'list'; item: infer I }
    ? ValueOf<I>[]
    : F extends { kind: 'paragraphs' | 'lines' }
      ? string[]
      : F extends { kind: 'number' }
        ? number
        : F extends { kind: 'flag' }
          ? boolean
          : string;

/** Texts by field path: `address.zip`, `questions.2.answer`. */
export type SettingErrors = Record<string, string>;

/** Whether it exists is for the server to say. */
const PICTURE = /^[\w-]{1,100}\.jpg$/;

/** Of a section, as JSON. The server takes no more. */
const MAX_LENGTH = 150_000;

const formats = {
  email: { matches: (text: string) => EMAIL.test(text), message: 'Enter an email address, like hops@farm.example.' },
  phone: {
    matches: (text: string) => dialedNumber(text) !== undefined,
    message: 'Enter a phone number with its area code.',
  },
  zip: { matches: (text: string) => /^\d{5}$/.test(text), message: 'Enter a ZIP code of five digits.' },
  link: {
    matches: (text: string) => /^https:\/\/[^\s/]+\.[^\s/]+/i.test(text) && URL.canParse(text),
    message: 'Enter a web address that starts with https://.',
  },
  anchor: {
    matches: (text: string) => /^[a-z0-9-]+$/.test(text),
    message: 'Use lower-case letters, digits and dashes.',
  },
};

/** Returns the value without stray spaces, and what is wrong with it. */
export function checkSetting<F extends Field>(field: F, value: unknown): { value: ValueOf<F>; errors: SettingErrors } {
  const errors: SettingErrors = {};
  // The errors say where the value does not have this type.
  const checked = check(field, value, '', errors) as ValueOf<F>;
  const length = JSON.stringify(checked)?.length ?? 0;
  if (length > MAX_LENGTH && Object.keys(errors).length === 0)
    errors[longestPart(checked)] =
      `This is too long: the whole section has ${length} characters, and ${MAX_LENGTH} fit.`;
  return { value: checked, errors };
}

function longestPart(value: unknown): string {
  const lengths = Object.entries(Object(value)).map(([name, part]) => ({ name, length: JSON.stringify(part).length }));
  return lengths.toSorted((a, b) => b.length - a.length)[0]?.name ?? '';
}

function check(field: Field, value: unknown, path: string, errors: SettingErrors): unknown {
  const fail = (message: string) => {
    errors[path] ??= message;
    return value;
  };
  switch (field.kind) {
    case 'group':
      return checkGroup(field, value, path, errors);
    case 'list':
      if (!Array.isArray(value)) return fail('Send a list.');
      if (value.length < field.min || value.length > field.max) return fail(countMessage(field));
      return value.map((each, index) => check(field.item, each, join(path, index), errors));
    case 'lines':
    case 'paragraphs':
      return checkTexts(field, value, fail);
    case 'number':
      return (
        checkNumber(field, value) ??
        fail(`Enter a ${field.whole ? 'whole ' : ''}number from ${field.min} to ${field.max}.`)
      );
    case 'flag':
      return typeof value === 'boolean' ? value : fail('Send true or false.');
    case 'choice':
      return field.options().some((option) => option === value) ? value : fail('Choose one from the list.');
    case 'picture':
      return typeof value === 'string' && PICTURE.test(value) ? value : fail('Choose a picture.');
    default:
      return checkText(field, value, fail);
  }
}

function checkGroup({ fields }: GroupField, value: unknown, path: string, errors: SettingErrors) {
  const given = new Map(Object.entries(Object(value)));
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    check(field, given.get(name), join(path, name), errors),
  ]);
  return Object.fromEntries(entries);
}

const join = (path: string, name: string | number) => (path ? `${path}.${name}` : String(name));

type Fail = (message: string) => unknown;

function checkText(field: LineField | TextField, value: unknown, fail: Fail): unknown {
  if (typeof value !== 'string') return fail('Send a text.');
  const text = value.trim();
  if (!hasVisibleCharacter(text)) return field.optional ? '' : fail('This cannot be empty.');
  const format = field.kind === 'line' ? field.format : undefined;
  const message = textError(text, field.max, field.kind === 'line') ?? formatError(text, format);
  return message ? fail(message) : text;
}

/** The first wrong text is named by its beginning, because all of them share one field on screen. */
function checkTexts(field: LinesField | ParagraphsField, value: unknown, fail: Fail): unknown {
  if (!isTexts(value)) return fail('Send a list of texts.');
  const texts = value.map((each) => each.trim()).filter(hasVisibleCharacter);
  const [min, max, each] = field.kind === 'lines' ? [field.min, field.max, field.each] : [1, 100, field.max];
  if (texts.length === 0 && min > 0) return fail('This cannot be empty.');
  if (texts.length < min || texts.length > max)
    return fail(`Write ${min === max ? min : `${min} to ${max}`} ${field.kind}.`);
  for (const text of texts) {
    const message =
      textError(text, each, field.kind === 'lines') ??
      formatError(text, field.kind === 'lines' ? field.format : undefined);
    if (message) return fail(texts.length === 1 ? message : `${text.slice(0, 30)}: ${message}`);
  }
  return texts;
}

function checkNumber({ min, max, whole }: NumberField, value: unknown): number | undefined {
  const valid = typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
  return valid ? value : undefined;
}

function textError(text: string, max: number, oneLine: boolean): string | undefined {
  if (text.length > max) return `Use at most ${max} characters; this has ${text.length}.`;
  // It would be shown as it is, never run. But nobody means to show tags to a visitor.
  if (HTML_TAG.test(text)) return NO_HTML;
  if (oneLine && /[\n\r\u2028\u2029]/.test(text)) return 'Write one line.';
  if (!text.isWellFormed() || UNWANTED.test(text)) return 'The text contains a character that cannot be shown.';
  return undefined;
}

export const HTML_TAG = /<[a-z/!]/i;
export const NO_HTML = 'Write plain text, without HTML.';

/** Control characters other than line breaks and tabs, and those that turn the direction of the text around. */
const UNWANTED = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u;

/** Spaces, zero-width ones too, are nothing to read. */
const hasVisibleCharacter = (text: string): boolean => /[^\s\p{Cf}\p{Cc}]/u.test(text);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function formatError(text: string, format: Format | undefined): string | undefined {
  return format && !formats[format].matches(text) ? formats[format].message : undefined;
}

const countMessage = ({ min, max, label }: ListField) =>
  min === max ? `${label} must have ${min} entries.` : `${label} must have ${min} to ${max} entries.`;
