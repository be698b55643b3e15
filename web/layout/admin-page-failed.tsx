import { pagePaths } from '#contracts/page-paths.ts';
import { ReloadButton } from '#web/ui/error-boundary.tsx';
import { AdminPage } from './admin-page.tsx';

/** Shown instead of a back-office page whose code failed. */
export function AdminPageFailed() {
  return (
    <AdminPage title="Something went wrong">
      <p role="alert">This page couldn't be shown. The error has been reported.</p>
      <p className="admin-failed-links">
        <ReloadButton />
        <a className="text-link" href={pagePaths.dashboard}>
          Dashboard
        </a>
      </p>
    </AdminPage>
  );
}
