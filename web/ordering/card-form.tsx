import { developer } from '#content/farm.ts';
import { useClientConfig } from '#web/session/client-config.ts';
import type { CardFormProps } from './card-token.ts';
import { DemoCard } from './demo-card.tsx';
import { SquareCard } from './square-card.tsx';

/** The card form of the configured payment provider. */
export function CardForm({ ref, locked, zip, onEdit }: CardFormProps) {
  const { payments } = useClientConfig();
  switch (payments.provider) {
    case 'demo':
      return <DemoCard ref={ref} locked={locked} zip={zip} onEdit={onEdit} />;
    case 'square':
      return <SquareCard ref={ref} settings={payments} zip={zip} />;
    case 'off':
      return (
        <p className="form-error" role="alert">
          <span>
            Card payments are not set up on this site. Please contact the developer:{' '}
            <a href={developer.url}>{developer.name}</a>.
          </span>
        </p>
      );
  }
}
