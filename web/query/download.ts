import { bearerHeader } from '#web/session/session.ts';

/** Saves a file that only some people may have, under the name the server gives it. False when it did not come. */
export async function download(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: bearerHeader() }).catch(() => undefined);
  if (!response?.ok) return false;
  // The line may be cut half way.
  const file = await response.blob().catch(() => undefined);
  if (!file) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}
