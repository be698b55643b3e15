import { useEffect, useState } from 'react';
import { phoneLink } from '#contracts/phone.ts';
import { useFarm } from '#web/session/client-config.ts';

type AlertModule = typeof import('#web/alerts/ask-for-alert.tsx');
type Part = { is: 'loading' } | { is: 'failed' } | ({ is: 'ready' } & AlertModule);

/** Asks for an email when the hop is back. Few hops are sold out, so the form loads only where one is. */
export function BackInStock({ product }: { product: { id: number } }) {
  const { phone } = useFarm();
  const [part, setPart] = useState<Part>({ is: 'loading' });
  useEffect(() => {
    let mounted = true;
    import('#web/alerts/ask-for-alert.tsx').then(
      (module) => mounted && setPart({ is: 'ready', ...module }),
      () => mounted && setPart({ is: 'failed' }),
    );
    return () => {
      mounted = false;
    };
  }, []);
  if (part.is === 'loading') return <div className="back-in-stock-space" />;
  if (part.is === 'failed')
    return (
      <p>
        To hear when it's back, call us: <a href={phoneLink(phone)}>{phone}</a>.
      </p>
    );
  return (
    <part.AskForAlert
      heading="Email me when it's back"
      help="One email when it is bagged again. We first send you a link to confirm your address."
      about={{ product_id: product.id }}
    />
  );
}
