// Which passwords staff may choose. Customers only need eight characters, as the specification says.
import { readFileSync } from 'node:fs';

/** `brand` is the farm's name. */
type Owner = { name: string; email: string; brand: string };

/** Also found from the built server, which is as many folders deep. */
const FILE = new URL('../../server/accounts/common-passwords.txt', import.meta.url);
const MIN_LENGTH = 8;
const MIN_DIFFERENT_CHARACTERS = 5;

const TOO_COMMON = 'This password is easy to guess: it is on a list that attackers try first. Choose another.';
const TOO_PERSONAL = 'This password is easy to guess from your name, your email or the farm. Choose another.';

/** Why staff may not use this password, or undefined if they may. */
export function findWeakness(password: string, owner: Owner): string | undefined {
  const text = password.toLowerCase();
  if (isCommon(text)) return TOO_COMMON;
  // Whatever is left without the known words must be a password of its own.
  const rest = knownWords(owner).reduce((left, word) => left.replaceAll(word, ''), text);
  return rest.length < MIN_LENGTH && rest !== text ? TOO_PERSONAL : undefined;
}

function isCommon(text: string): boolean {
  const withoutEnding = text.replace(/[^a-z]+$/, '');
  return (
    /^\d+$/.test(text) ||
    new Set(text).size < MIN_DIFFERENT_CHARACTERS ||
    commonPasswords().has(text) ||
    // password2026! is as easy as password.
    commonPasswords().has(withoutEnding)
  );
}

let loaded: ReadonlySet<string> | undefined;

function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(readFileSync(FILE, 'utf8').trim().split('\n'));
  return loaded;
}

/** Longest first, so that a whole email is removed before its parts. */
function knownWords({ name, email, brand }: Owner): string[] {
  const words = [email, ...email.split(/[^\p{L}\p{N}]+/u), ...name.split(/\s+/), ...brand.split(/\s+/)];
  return [...new Set(words.map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
}
