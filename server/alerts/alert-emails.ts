// What subscribers get.
import { alertPath } from '#contracts/alert-path.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email, Sender } from '#server/mail/email-template.ts';

type Asked = {
  email: string;
  /** Ends the sentence "Email me ...". */
  wish: string;
  link: string;
};

export const confirmEmail = ({ email, wish, link }: Asked): Email => ({
  recipient: email,
  subject: `Confirm: email me ${wish}`,
  parts: [
    `Someone, probably you, asked us to email this address ${wish}.`,
    { link, label: 'Yes, email me' },
    "If this wasn't you, ignore this email. You won't hear from us again.",
  ],
});

type BackInStock = { email: string; token: string; name: string; slug: string; stock: number };

export function backInStockEmail({ email, token, name, slug, stock }: BackInStock, { siteUrl, farm }: Sender): Email {
  return {
    recipient: email,
    subject: `${name} is back`,
    unsubscribeUrl: siteUrl + alertPath(token),
    parts: [
      `${name} hops are back in stock at ${farm.brand}: ${formatPounds(stock)} right now.`,
      { link: siteUrl + pagePaths.product(slug), label: `Order ${name}` },
      'You asked for this email. We send it once.',
    ],
  };
}

type News = { email: string; token: string; id: number; title: string; excerpt: string };

export function newsEmail({ email, token, id, title, excerpt }: News, { siteUrl, farm }: Sender): Email {
  return {
    recipient: email,
    subject: title,
    unsubscribeUrl: siteUrl + alertPath(token),
    parts: [
      excerpt,
      { link: siteUrl + pagePaths.blog(id), label: 'Read it' },
      `You get this because you asked for news from ${farm.brand}.`,
    ],
  };
}
