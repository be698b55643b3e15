/** The farm's logo. The document defines its outline once, outside React. */
export function Logo() {
  return (
    <svg viewBox="8 0 92 100" width="92" height="100" fill="currentColor" aria-hidden="true">
      <use href="#heron" />
    </svg>
  );
}
