import { pagePaths } from '#contracts/page-paths.ts';
import { ReloadButton } from '#web/ui/error-boundary.tsx';

/** Shown instead of a page whose code failed. */
export function PageFailed() {
  return (
    <div className="not-found wrap">
      <h1>Something went wrong</h1>
      <p role="alert">This page couldn't be shown. It's our mistake, and it has been reported.</p>
      <div className="not-found-links">
        <ReloadButton />
        <a className="text-link" href={pagePaths.home}>
          Home
        </a>
      </div>
    </div>
  );
}
