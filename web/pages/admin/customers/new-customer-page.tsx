import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { useQueryCache } from '#web/query/query-cache.ts';
import { replaceRoute } from '#web/router/navigation.ts';
import type { Head } from '#web/router/route-definition.ts';
import { toast } from '#web/ui/toast.tsx';
import { CustomerForm } from './customer-form.tsx';

export const headFor = (): Head => ({ title: 'Add a customer' });

export function Page() {
  const queryCache = useQueryCache();
  return (
    <AdminPage title="Add a customer">
      <p className="admin-lead">Someone who calls or comes by. Buyers on the site are added by themselves.</p>
      <CustomerForm
        customer={undefined}
        onSaved={({ id, name }) => {
          queryCache.invalidate('/api/customers');
          toast({ text: `${name} is added.` });
          replaceRoute(pagePaths.customer(id));
        }}
      />
    </AdminPage>
  );
}
