/** A decorative bar; the number is shown next to it. */
export function Meter({ share, kind }: { share: number; kind: string }) {
  return (
    <svg className={`meter meter-${kind}`} width="100%" height="16" aria-hidden="true">
      <rect width={`${Math.max(0, Math.min(1, share)) * 100}%`} height="16" />
    </svg>
  );
}
