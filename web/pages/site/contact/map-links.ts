// OpenStreetMap URLs. security-headers.ts must allow the same host.
import type { PublicFarm } from '#contracts/farm.ts';

type Coordinates = PublicFarm['pin'];

const HOST = 'https://www.openstreetmap.org';

/** A small picture to probe the host with. The query keeps Playwright from hiding it as a favicon. */
export const hostPicture = `${HOST}/favicon.ico?for=map`;

export function embeddedMap({ latitude, longitude }: Coordinates): string {
  const [halfWidth, halfHeight] = [0.03, 0.018];
  const box = [longitude - halfWidth, latitude - halfHeight, longitude + halfWidth, latitude + halfHeight];
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
