import { phoneLink } from '#contracts/phone.ts';
import { useFarm } from '#web/session/client-config.ts';
import { useLoaded } from '#web/ui/use-loaded.ts';

/** Asks for an email when the hop is back. Few hops are sold out, so the form loads only where one is. */
export function BackInStock({ product }: { product: { id: number } }) {
  const { phone } = useFarm();
  const part = useLoaded(() => import('#web/alerts/ask-for-alert.tsx'));
  if (part.is === 'loading') return <div className="back-in-stock-space" />;
  if (part.is === 'failed')
    return (
      <p>
        To hear when it's back, call us: <a href={phoneLink(phone)}>{phone}</a>.
      </p>
    );
  return (
    <part.module.AskForAlert
      heading="Email me when it's back"
      help="One email when it is bagged again. We first send you a link to confirm your address."
      about={{ product_id: product.id }}
    />
  );
}
