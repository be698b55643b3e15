// A certificate of analysis is a PDF named by its content hash, so the file never changes. A lot can be given another.

const folder = '/uploads/certificates/';

export const CERTIFICATE_PATH = `${folder}:file`;
export const CERTIFICATE_MAX_BYTES = 10 * 1024 * 1024;

export const certificateUrl = (file: string | null): string | null => file && folder + file;
