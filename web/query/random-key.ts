/** 128 random bits as hex. Unlike `crypto.randomUUID`, it also works over plain http. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
