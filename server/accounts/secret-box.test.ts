import { expect, test } from 'vitest';
import { createSecretBox, keyIdOf } from './secret-box.ts';

const box = createSecretBox('k'.repeat(32));

test('opens what it sealed, and seals differently each time', () => {
  const [first, second] = [box.seal('JBSWY3DPEHPK3PXP', 7), box.seal('JBSWY3DPEHPK3PXP', 7)];

  expect(box.open(first, 7)).toBe('JBSWY3DPEHPK3PXP');
  expect(second).not.toBe(first);
  expect(first).not.toContain('JBSWY3DPEHPK3PXP');
});

test('rejects a text of another account, a changed text and another key', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 7);
  const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'Q' : 'A');

  expect(() => box.open(sealed, 8)).toThrow();
  expect(() => box.open(changed, 7)).toThrow();
  expect(() => createSecretBox('q'.repeat(32)).open(sealed, 7)).toThrow('another key');
});

test('tells sealed from plain text', () => {
  expect(keyIdOf(box.seal('x', 1))).toBe(box.keyId);
  expect(keyIdOf('JBSWY3DPEHPK3PXP')).toBeUndefined();
});
