/** The farm's mark. Its outline stands once in the document, outside of what React draws. */
export function Heron() {
  return (
    <svg viewBox="8 0 92 100" width="92" height="100" fill="currentColor" aria-hidden="true">
      <use href="#heron" />
    </svg>
  );
}
