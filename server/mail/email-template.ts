// An email is a list of parts, rendered as plain text and as HTML.
import { farm } from '#content/farm.ts';
import { escapeHtml } from '#server/escape-html.ts';

export type EmailPart = string | { link: string; label: string } | { rows: [label: string, value: string][] };
export type Email = { recipient: string; subject: string; parts: EmailPart[] };

export function renderText({ parts }: Email): string {
  const { phone, email } = farm;
  return `${parts.map(partToText).join('\n\n')}\n\n--\n${farm.brand}\n${phone.shown} · ${email}\n`;
}

function partToText(part: EmailPart): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
}

export function renderHtml({ subject, parts }: Email): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f7f1e3;color:#2a2018;font:17px/1.6 Georgia,serif">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<p style="font-size:22px;color:#1e2e17">${escapeHtml(farm.brand)}</p>
${parts.map(partToHtml).join('\n')}
<p style="border-top:1px solid #d5c8aa;padding-top:16px;color:#5c4f40;font-size:15px">${escapeHtml(farm.brand)}<br>${escapeHtml(farm.phone.shown)} · ${escapeHtml(farm.email)}</p>
</div>
</body>
</html>
`;
}

function partToHtml(part: EmailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`;
  if ('link' in part)
    return `<p><a href="${escapeHtml(part.link)}" style="display:inline-block;padding:12px 24px;background:#e6aa33;color:#23190c;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
  const rows = part.rows.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 0;border-bottom:1px solid #d5c8aa">${escapeHtml(label)}</td><td style="padding:6px 0;border-bottom:1px solid #d5c8aa;text-align:right">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse">${rows.join('')}</table>`;
}
