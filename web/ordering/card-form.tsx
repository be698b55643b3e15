import type { Ref } from 'react';
import { farm } from '#content/farm.ts';
import { useShopFacts } from '#web/session/client-config.ts';
import type { CardForm } from './card-token.ts';
import { DemoCard } from './demo-card.tsx';
import { SquareCard } from './square-card.tsx';

/** The form of whichever card provider the shop has. */
export function CardPart({ ref, locked }: { ref: Ref<CardForm>; locked: boolean }) {
  const { payments } = useShopFacts();
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
