// A certificate of analysis is a PDF file, named by its content: it never changes, and a lot may get another one.

const folder = '/uploads/certificates/';

export const CERTIFICATE_PATH = `${folder}:file`;
export const CERTIFICATE_MAX_BYTES = 10 * 1024 * 1024;

export const certificateUrl = (file: string | null): string | null => file && folder + file;
