import encodeQR from 'qr';

/** Quiet room that readers need around it, in squares. */
const ROOM = 4;

/** Drawn here in the browser: what it says is a secret and goes to no other server. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: ROOM });
  const squares = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg className="qr-picture" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  );
}
