import { expect, test } from 'vitest';
import { EMAIL } from './email.ts';

test.each(['dana@tulefog.example', "d.o'brien+hops@mail.tule-fog.example", 'Orders&Co@TULEFOG.BEER'])(
  '%s is a valid email address',
  (text) => expect(text).toMatch(EMAIL),
);

test.each([
  '',
  'dana',
  'dana@tulefog',
  'dana at tulefog.example',
  'dana@tule fog.example',
  'dana@@tulefog.example',
  'a@tulefog.example,b@tulefog.example',
  '<dana@tulefog.example>',
  'dana@-tulefog.example',
  'dana@tulefog.example\r\nbcc: a@b.example',
])('%j is not a valid email address', (text) => expect(text).not.toMatch(EMAIL));
