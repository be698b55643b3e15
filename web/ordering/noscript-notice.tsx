import { farm } from '#content/farm.ts';

/** Near buttons that order: without script they do nothing, and a visitor must not wait for them. */
export function NoscriptNotice() {
  return (
    <noscript>
      <p>
        Ordering needs JavaScript. Please switch it on, or call us:{' '}
        <a href={`tel:${farm.phone.dialled}`}>{farm.phone.shown}</a>.
      </p>
    </noscript>
  );
}
