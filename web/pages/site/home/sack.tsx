import { delivery } from '#content/delivery.ts';

/** A tied sack, marked with the pounds of the largest bag. */
export function Sack() {
  return (
    <svg viewBox="8 2 60 74" width="60" height="74" fill="currentColor" aria-hidden="true">
      <path d="M24 5c5 4 9 2 14 2s9 2 14-2l-4.5 11.5h-19zM28.5 19h19l-.6 2.4C59 29 64 41 64 54c0 14-9 20-26 20S12 68 12 54c0-13 5-25 17.1-32.6z" />
      <text className="sack-pounds" x="38" y="58" textAnchor="middle">
        {delivery.bags[0]}
      </text>
    </svg>
  );
}
