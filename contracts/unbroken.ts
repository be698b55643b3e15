// Phone and lot numbers stay on one line, on screen and in emails.

const PHONE = String.raw`(?:\+1[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}`;
const phone = new RegExp(`^${PHONE}$`);
// Without lookbehind, which Safari 16.0 cannot read.
const unbroken = new RegExp(String.raw`(${PHONE}|[^\s,;()]*-[^\s,;()]*)`);

/** The odd parts are phone numbers and words with hyphens. */
export const splitUnbroken = (text: string): string[] => text.split(unbroken);

export const isPhone = (part: string): boolean => phone.test(part);
