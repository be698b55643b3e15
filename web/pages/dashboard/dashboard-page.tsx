import { farm } from '../../../content/farm.ts';
import type { ReplyOf } from '../../../contracts/calls.ts';
import type { Load } from '../../data/load.ts';
import { OfficePage } from '../../layout/office-page.tsx';
import type { Head } from '../../page.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PasswordForm } from './password-form.tsx';

type Props = { account: Load<ReplyOf<'GET /api/account'>> };

export const headOf = (): Head => ({ title: `Dashboard · ${farm.brand}`, description: '' });

export function Page({ account }: Props) {
  return (
    <OfficePage title="Dashboard">
      <Loaded from={account} loading="Loading your account..." skeleton={<div className="skeleton skeleton-line" />}>
        {({ data }) => (
          <>
            <h2>Your account</h2>
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
