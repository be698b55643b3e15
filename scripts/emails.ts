// Every email as text and as pictures, light and dark, at two widths: npm run emails
// They go to the folder emails, or to a given one: npm run emails -- /tmp/before
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { LOGO_ID, renderHtml, renderText } from '#server/mail/email-template.ts';
import playwright from '../playwright.config.ts';
import { farm, sampleEmails } from './sample-emails.ts';
import { ensureChromium } from './system-deps.ts';

const widths = [360, 700];
const colorSchemes = ['light', 'dark'] as const;

const folder = process.argv[2] ?? 'emails';
mkdirSync(folder, { recursive: true });
const logo = `data:image/png;base64,${readFileSync('server/mail/heron.png', 'base64')}`;
const browser = await chromium.launch({ ...playwright.use?.launchOptions, executablePath: ensureChromium() });
for (const [name, email] of Object.entries(sampleEmails)) {
  writeFileSync(join(folder, `${name}.txt`), `${email.subject}\n\n${renderText(email, farm)}`);
  for (const colorScheme of colorSchemes)
    for (const width of widths) {
      const page = await browser.newPage({ viewport: { width, height: 500 }, colorScheme });
      await page.setContent(renderHtml(email, farm).replace(`cid:${LOGO_ID}`, logo));
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      await page.close();
    }
}
await browser.close();
console.log(`${Object.keys(sampleEmails).length} emails in ${folder}`);
