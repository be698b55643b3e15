import { farm } from '#content/farm.ts';

/** Shown near order buttons, which do nothing without script. */
export function NoscriptNotice() {
  return (
    <noscript>
      <p>
        Ordering needs JavaScript. Please turn it on or call us:{' '}
        <a href={`tel:${farm.phone.dialled}`}>{farm.phone.shown}</a>.
      </p>
    </noscript>
  );
}
