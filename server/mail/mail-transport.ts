// Where emails go: to an SMTP server or, without one, into files that a person can read.
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { LOGO_ID } from './email-template.ts';

export type Mail = {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: string;
  unsubscribe_url: string | null;
  calendar: string | null;
};
export type Attachment = { filename: string; content: Buffer };
export type MailTransport = { deliver(mail: Mail, attachment?: Attachment): Promise<void> };
type Sender = { name: string; address: string };

// Attached, because mail programs show no SVG, and ask before they fetch a picture.
const logo = {
  filename: 'heron.png',
  content: readFileSync(new URL('../../server/mail/heron.png', import.meta.url)),
  cid: LOGO_ID,
  contentDisposition: 'inline' as const,
};
const TIMEOUT_MS = 20_000;
const CALENDAR_TYPE = 'text/calendar; charset=utf-8; method=PUBLISH';

type Smtp = {
  smtpUrl: string;
  from(): Sender;
  /** Sends nothing unless the server offers TLS. */
  requireTls: boolean;
};

export function smtpTransport({ smtpUrl, from, requireTls }: Smtp): MailTransport {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = nodemailer.createTransport({ url: smtpUrl, requireTLS: requireTls, ...timeouts });
  return {
    async deliver(mail, attachment) {
      await transport.sendMail(toMessage(mail, from(), attachment));
    },
  };
}

/**
 * The server refused the address for good. Any other failure, also a refused login or sender, or RCPT TO out of turn (503),
 * says nothing about the address.
 */
export function isRefusedAddress(error: unknown): boolean {
  const { command, permanent } = Object(error);
  return command === 'RCPT TO' && permanent === true;
}

/** Emails come from the farm by its name, unless the address has one: Hops <hops@farm.example>. */
export function senderFrom(from: string, brand: string): Sender {
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(from.trim()) ?? [];
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || brand, address: (address ?? from).trim() };
}

/** Writes one .eml file per email to DATA_DIR/outbox. */
export function fileTransport(dataDir: string, from: () => Sender): MailTransport {
  const folder = join(dataDir, 'outbox');
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(mail, attachment) {
      const { message } = await transport.sendMail(toMessage(mail, from(), attachment));
      if (!Buffer.isBuffer(message)) throw new Error('The email was not written.');
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${String(mail.id).padStart(6, '0')}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

function toMessage(mail: Mail, from: Sender, attachment?: Attachment) {
  const { id, recipient, subject, text, html, created_at, unsubscribe_url, calendar } = mail;
  // The same for every attempt, so an email that arrives twice can be recognized as one.
  const messageId = `<${Date.parse(created_at)}.${id}@${from.address.split('@')[1] ?? 'localhost'}>`;
  // An address object, so a buyer's input is never parsed as a list of recipients.
  const to = { name: '', address: recipient };
  const attachments = [
    logo,
    ...(attachment ? [{ ...attachment, contentType: 'application/pdf' }] : []),
    ...(calendar ? [{ filename: 'harvest.ics', content: calendar, contentType: CALENDAR_TYPE }] : []),
  ];
  // One-click unsubscribe (RFC 8058): mail programs show a button that posts to the address.
  const headers: Record<string, string> = unsubscribe_url
    ? { 'List-Unsubscribe': `<${unsubscribe_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};
  return { from, to, subject, text, html, headers, messageId, date: new Date(created_at), attachments };
}
