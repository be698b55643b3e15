/** A URL's path, without the tokens that links carry in theirs: whoever has one can open what it shows. */
export const pathForLog = (url: string): string => (url.split('?')[0] ?? '').replace(/[\w%-]{43,}/g, '…');
