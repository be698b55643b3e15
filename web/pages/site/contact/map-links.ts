// Addresses at OpenStreetMap. The policy in security-headers.ts names the same host.
import type { Farm } from '#content/farm.ts';

type Coordinates = Farm['coordinates'];

const HOST = 'https://www.openstreetmap.org';

/** A small picture of the host: it loads where the map would. The query is for Playwright, which hides plain favicons. */
export const hostPicture = `${HOST}/favicon.ico?for=map`;

export function embeddedMap({ latitude, longitude }: Coordinates): string {
  const [across, up] = [0.03, 0.018];
  const box = [longitude - across, latitude - up, longitude + across, latitude + up];
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(4)).join(','),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  });
  return `${HOST}/export/embed.html?${query}`;
}

export function directions({ latitude, longitude }: Coordinates): string {
  return `${HOST}/directions?to=${latitude},${longitude}`;
}
