import { farm } from '../../../content/farm.ts';
import type { ReplyOf } from '../../../contracts/calls.ts';
import type { Load } from '../../data/load.ts';
import { OfficePage } from '../../layout/office-page.tsx';
import type { Head } from '../../page.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { OwnOrders } from './own-orders.tsx';
import { PasswordForm } from './password-form.tsx';

type Props = { account: Load<ReplyOf<'GET /api/account'>>; orders: Load<ReplyOf<'GET /api/orders'>> };

export const headOf = (): Head => ({ title: `Dashboard · ${farm.brand}`, description: '' });

export function Page({ account, orders }: Props) {
  return (
    <OfficePage title="Dashboard">
      <Loaded from={account} loading="Loading your account..." skeleton={<div className="skeleton skeleton-line" />}>
        {({ data }) => (
          <>
            {data.role === 'customer' && (
              <Loaded from={orders} loading="Loading orders..." skeleton={<div className="skeleton skeleton-line" />}>
                {(reply) => <OwnOrders orders={reply} />}
              </Loaded>
            )}
            <h2 className="account-title">Your account</h2>
            <p className="office-lead">
              {data.name}, {data.email}
            </p>
            <PasswordForm />
          </>
        )}
      </Loaded>
    </OfficePage>
  );
}
