/** Marks a value on a line whose middle half is the usual range. Decorative: the text next to it says both. */
export function RangeMarker({ value, range: [low, high] }: { value: number; range: [number, number] }) {
  const position = 25 + (50 * (value - low)) / (high - low);
  return (
    <svg className="range-marker" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <rect className="range-marker-line" y="6" width="100" height="2" />
      <rect className="range-marker-usual" x="25" y="3" width="50" height="8" />
      <rect className="range-marker-value" x={Math.max(0, Math.min(98.5, position - 0.75))} width="1.5" height="14" />
    </svg>
  );
}
