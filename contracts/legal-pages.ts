// The pages every shop must have, linked at the foot of every page.
export const legalPages = ['privacy', 'terms', 'refunds'] as const;
export type LegalPage = (typeof legalPages)[number];

export const legalTitles: Record<LegalPage, string> = {
  privacy: 'Privacy',
  terms: 'Terms',
  refunds: 'Refunds and shipping',
};

/** Paragraphs for the owner's eyes. */
export const isOwnerNote = (paragraph: string): boolean => /^\[owner/i.test(paragraph);
