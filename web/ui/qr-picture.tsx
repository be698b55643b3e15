import encodeQR from 'qr';

/** The quiet zone that QR readers need, in modules. */
const QUIET_ZONE = 4;

/** Rendered in the browser: the text may be a secret, which must not be sent to another server. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className="qr-picture" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  );
}
