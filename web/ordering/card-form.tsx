import type { Ref } from 'react';
import { farm } from '#content/farm.ts';
import { useClientConfig } from '#web/session/client-config.ts';
import type { CardFormHandle } from './card-token.ts';
import { DemoCard } from './demo-card.tsx';
import { SquareCard } from './square-card.tsx';

/** The card form of the configured payment provider. */
export function CardForm({ ref, locked }: { ref: Ref<CardFormHandle>; locked: boolean }) {
  const { payments } = useClientConfig();
  switch (payments.provider) {
    case 'demo':
      return <DemoCard ref={ref} locked={locked} />;
    case 'square':
      return <SquareCard ref={ref} settings={payments} />;
    case 'off':
      return (
        <p className="form-error" role="alert">
          <span>
            Card payments are not set up on this site. Please contact the developer:{' '}
            <a href={farm.developer.url}>{farm.developer.name}</a>.
          </span>
        </p>
      );
  }
}
