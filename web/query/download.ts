import { bearerHeader } from '#web/session/session.ts';

/** Downloads a protected file under the server's file name. Resolves to false on failure. */
export async function download(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: bearerHeader() }).catch(() => undefined);
  if (!response?.ok) return false;
  // The connection can drop midway.
  const file = await response.blob().catch(() => undefined);
  if (!file) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}
