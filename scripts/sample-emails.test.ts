import { expect, test } from 'vitest';
import { type Email, renderHtml, renderText } from '#server/mail/email-template.ts';
import { farm, sampleEmails } from './sample-emails.ts';

function sample(name: string): Email {
  const email = sampleEmails[name];
  if (!email) throw new Error(`There is no sample ${name}.`);
  return email;
}
const textOf = (name: string) => renderText(sample(name), farm);

test.each(Object.entries(sampleEmails))(
  '%s has the heron, the address and the barn hours, and a dark version',
  (_, email) => {
    const html = renderHtml(email, farm);
    expect(html).toContain('<img src="cid:heron@logo"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    for (const body of [html, renderText(email, farm)]) {
      expect(body).toContain('1180 Levee Road, Isleton, CA 95641');
      expect(body).toContain('The barn is open most days from 7 am to 3 pm.');
    }
    expect(renderText(email, farm)).toContain('(916) 555-0142');
    expect(html).toContain('<a href="tel:+19165550142"');
  },
);

test('emails about an open order show its progress, in plain text too', () => {
  expect(textOf('order-paid-pickup')).toContain('[x] Received  [x] Paid  [ ] Ready  [ ] Completed');
  expect(textOf('order-ready-delivery')).toContain('[x] Received  [x] Paid  [x] Ready  [ ] Completed');
  expect(textOf('order-completed')).toContain('[x] Received  [x] Paid  [x] Ready  [x] Completed');
  expect(textOf('order-refunded')).not.toContain('[x]');
  expect(renderHtml(sample('order-paid-pickup'), farm)).toMatch(/✓<br>Received.*✓<br>Paid.*○<br>Ready.*○<br>Completed/);
});

test('an order that is ready says where and when', () => {
  expect(textOf('order-ready-pickup')).toContain(
    'is bagged and ready for pickup.\n\nWhere: The barn, 1180 Levee Road, Isleton, CA 95641\nWhen: Most days from 7 am to 3 pm',
  );
  expect(textOf('order-ready-delivery')).toContain(
    'is bagged and ready for delivery.\n\nWhere: 412 Second Street, Rio Vista, CA\nWhen: The day we arranged by phone',
  );
});

test.each(Object.entries(sampleEmails))('phone and lot numbers of %s do not break', (_, email) => {
  const shown = renderHtml(email, farm)
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, '\n');
  // An email address must be copied as it is.
  const words = shown.split(/\s/).filter((word) => /\d/.test(word) && !word.includes('@'));
  expect(words.filter((word) => word.includes('-'))).toEqual([]);
  expect(shown).toContain('(916)\u00a0555\u20110142');
  expect(shown).not.toMatch(/\) \d/);
  expect(renderText(email, farm)).not.toMatch(/[\u00a0\u2011]/);
});

test('phone numbers lead to the phone, and addresses stay as they are', () => {
  const parts: Email['parts'] = [
    'Call 707-555-0107, or write to hops-7@sandbar-9.example.\nhttps://farm.example/lots/co-26-1?key=a-1',
    { rows: [['Comet, lot CO-26-1', '(707) 555-0188']] },
  ];
  const html = renderHtml({ recipient: 'dana@tulefog.example', subject: 'x', parts }, farm);

  expect(html).toContain('Call <a href="tel:+17075550107" style="color:inherit">707\u2011555\u20110107</a>, or');
  expect(html).toContain('hops-7@sandbar-9.example.<br>https://farm.example/lots/co-26-1?key=a-1');
  expect(html).toContain('Comet, lot CO\u201126\u20111');
  expect(html).toContain('<a href="tel:+17075550188" style="color:inherit">(707)\u00a0555\u20110188</a>');
});

test('what a buyer typed is escaped', () => {
  const html = renderHtml(
    {
      recipient: 'dana@tulefog.example',
      subject: '<b>1</b>',
      parts: ['Hi <b>2</b>,', { rows: [['<b>3</b>', '<b>4</b>']] }, { steps: [{ name: '<b>5</b>', done: true }] }],
    },
    farm,
  );

  expect(html).not.toContain('<b>');
});
