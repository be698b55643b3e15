// An email is a list of parts, rendered as plain text and as HTML. Mail programs know little CSS: colors are inline, layout is
// tables, and only those that know dark mode read the style element. The rest invert the colors themselves; the heron has its
// own background, so it survives that.
import { addressLine, type Farm } from '#contracts/farm.ts';
import { phoneLink } from '#contracts/phone.ts';
import { isPhone, splitUnbroken } from '#contracts/unbroken.ts';
import { escapeHtml } from '#server/escape-html.ts';

export type EmailPart =
  | string
  | { link: string; label: string }
  | { rows: [label: string, value: string][] }
  | { steps: { name: string; done: boolean }[] };
export type Email = {
  recipient: string;
  subject: string;
  parts: EmailPart[];
  /** It has a link that gives access to an account, so staff can't read it and no copy is kept. */
  secret?: true;
  /** The order it is about. */
  orderId?: number;
  /** The invoice or credit note that is attached as PDF. */
  invoiceNumber?: number;
  /** Of an email that the recipient subscribed to: ends the subscription. */
  unsubscribeUrl?: string;
  /** An attached calendar entry. */
  calendar?: string;
};

/** Whose name, address and links are in an email. */
export type Sender = {
  siteUrl: string;
  farm: Farm;
  /** Whether an invoice can be paid by card. */
  takesCards?: boolean;
};

/** The id of the attached heron. */
export const LOGO_ID = 'heron@logo';

const STOP = 'Stop these emails';

export function renderText({ parts, unsubscribeUrl }: Email, farm: Farm): string {
  const { brand, hours, phone, email } = farm;
  const footer = [brand, addressLine(farm), `The barn is open ${hours}.`, `${phone} · ${email}`];
  if (unsubscribeUrl) footer.push(`${STOP}: ${unsubscribeUrl}`);
  return `${parts.map(partToText).join('\n\n')}\n\n--\n${footer.join('\n')}\n`;
}

function partToText(part: EmailPart): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  if ('rows' in part) return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  return part.steps.map(({ name, done }) => `[${done ? 'x' : ' '}] ${name}`).join('  ');
}

const light = { paper: '#f7f1e3', ink: '#2a2018', soft: '#5c4f40', line: '#d5c8aa', leaf: '#2b6126' };
const dark = { paper: '#1f1811', ink: '#f4eedc', soft: '#c9bda4', line: '#5c4f40', leaf: '#c9d3a0' };

const darkStyles = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}
.ink,.ink a{color:${dark.ink}!important}
.soft,.soft a{color:${dark.soft}!important}
.leaf{border-color:${dark.leaf}!important;color:${dark.leaf}!important}
.line{border-color:${dark.line}!important}
}`;

export function renderHtml({ subject, parts, unsubscribeUrl }: Email, farm: Farm): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="paper" style="margin:0;background:${light.paper}">
<div class="paper ink" style="background:${light.paper};color:${light.ink};font:17px/1.6 Georgia,serif">
<div style="max-width:560px;margin:0 auto;padding:28px 20px">
<table role="presentation" cellspacing="0" cellpadding="0" style="margin-bottom:20px"><tr>
<td><img src="cid:${LOGO_ID}" width="56" height="56" alt="" style="display:block;border-radius:8px"></td>
<td class="ink" style="padding-left:14px;color:${light.ink};font:22px/1.2 Georgia,serif">${escapeHtml(farm.brand)}</td>
</tr></table>
${parts.map(partToHtml).join('\n')}
<p class="soft line" style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${light.line};color:${light.soft};font-size:15px">${footerHtml(farm, unsubscribeUrl)}</p>
</div>
</div>
</body>
</html>
`;
}

function footerHtml(farm: Farm, unsubscribeUrl: string | undefined): string {
  const link = (href: string, text: string) =>
    `<a href="${escapeHtml(href)}" style="color:${light.soft}">${escapeHtml(text)}</a>`;
  return [
    escapeHtml(farm.brand),
    escapeHtml(addressLine(farm)),
    `The barn is open ${escapeHtml(farm.hours)}.`,
    link(phoneLink(farm.phone), unbreakable(farm.phone)),
    link(`mailto:${farm.email}`, farm.email),
    ...(unsubscribeUrl ? [link(unsubscribeUrl, STOP)] : []),
  ].join('<br>');
}

function partToHtml(part: EmailPart): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${textToHtml(part)}</p>`;
  if ('link' in part) return buttonHtml(part);
  if ('rows' in part) return rowsHtml(part.rows);
  return stepsHtml(part.steps);
}

/** Phone and lot numbers don't break. Phone numbers are links, because mail programs find none with these hyphens. */
function textToHtml(text: string): string {
  const parts = splitUnbroken(text).map((part, index) => {
    if (index % 2 === 0 || !/\d/.test(part) || /[@/=]/.test(part)) return escapeHtml(part);
    const shown = escapeHtml(unbreakable(part));
    return isPhone(part) ? `<a href="${phoneLink(part)}" style="color:inherit">${shown}</a>` : shown;
  });
  return parts.join('').replaceAll('\n', '<br>');
}

/** Not every mail program knows `white-space: nowrap`. */
const unbreakable = (text: string) => text.replaceAll('-', '\u2011').replaceAll(' ', '\u00a0');

function buttonHtml({ link, label }: { link: string; label: string }): string {
  const style = 'display:inline-block;padding:12px 24px;color:#23190c;font-weight:bold;text-decoration:none';
  return `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:8px 0 20px"><tr>
<td bgcolor="#e6aa33" style="background:#e6aa33;border-radius:3px"><a href="${escapeHtml(link)}" style="${style}"><span style="color:#23190c">${escapeHtml(label)}</span></a></td>
</tr></table>`;
}

function rowsHtml(rows: [string, string][]): string {
  const cell = `padding:7px 0;border-bottom:1px solid ${light.line};vertical-align:top`;
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td class="line" style="${cell}">${textToHtml(label)}</td><td class="line" style="${cell};padding-left:16px;text-align:right">${textToHtml(value)}</td></tr>`,
  );
  return `<table cellspacing="0" cellpadding="0" style="width:100%;margin-bottom:16px;border-collapse:collapse">${cells.join('')}</table>`;
}

/** Done steps have a check mark and a strong line: color alone would not survive inversion. */
function stepsHtml(steps: { name: string; done: boolean }[]): string {
  const width = Math.floor(100 / steps.length);
  const cells = steps.map(({ name, done }) => {
    const [classes, line, ink] = done ? ['leaf', light.leaf, light.leaf] : ['soft line', light.line, light.soft];
    const style = `padding-top:6px;border-top:4px solid ${line};color:${ink};font:${done ? 'bold ' : ''}14px/1.4 Georgia,serif`;
    return `<td class="${classes}" width="${width}%" style="${style}">${done ? '✓' : '○'}<br>${escapeHtml(name)}</td>`;
  });
  return `<table cellspacing="0" cellpadding="0" style="width:100%;margin:8px 0 24px;table-layout:fixed"><tr>${cells.join('')}</tr></table>`;
}
