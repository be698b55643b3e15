import { phoneLink } from '#contracts/phone.ts';
import { useFarm } from '#web/session/client-config.ts';

/** Shown near order buttons, which do nothing without script. */
export function NoscriptNotice() {
  const { phone } = useFarm();
  return (
    <noscript>
      <p>
        Ordering needs JavaScript. Please turn it on or call us: <a href={phoneLink(phone)}>{phone}</a>.
      </p>
    </noscript>
  );
}
