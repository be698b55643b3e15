import { useEffect, useRef } from 'react';
import type { BackupRun } from '#contracts/backups.ts';
import { formatShortDateTime } from '#contracts/dates.ts';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { toast } from '#web/ui/toast.tsx';

const BACKUPS = '/api/backups';
const POLL_MS = 1000;

export function BackUpNow({ run }: { run: BackupRun | null }) {
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const running = run?.state === 'running';
  useProgress(run);
  const start = () =>
    submit(async () => {
      const { data } = await mutate('POST /api/backups', {});
      queryCache.update(BACKUPS, (backups: { run: BackupRun | null }) => ({ ...backups, run: data }));
    });
  return (
    <div className="backups-now">
      <button
        className="button button-gold"
        type="button"
        aria-busy={busy || running}
        disabled={busy || running}
        onClick={() => void start()}
      >
        {running ? 'Backing up' : 'Back up now'}
      </button>
      {run?.state === 'running' && <Progress run={run} />}
      {run?.state === 'failed' && !busy && (
        <p className="form-error" role="alert">
          The backup of {formatShortDateTime(run.started_at)} failed. {run.reason}
        </p>
      )}
      {error.text && (
        <p className="form-error" role="alert">
          {error.text}
        </p>
      )}
    </div>
  );
}

/** Asks for the progress while a backup is made, and says when it is done. */
function useProgress(run: BackupRun | null) {
  const queryCache = useQueryCache();
  const running = run?.state === 'running';
  const wasRunning = useRef(running);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => queryCache.refetch(BACKUPS), POLL_MS);
    return () => clearInterval(timer);
  }, [running, queryCache]);
  useEffect(() => {
    if (wasRunning.current && !run) {
      toast({ text: 'The backup is done.' });
      queryCache.invalidate('/api/dashboard');
      queryCache.invalidate('/api/audit');
    }
    wasRunning.current = running;
  }, [running, run, queryCache]);
}

function Progress({ run: { step, done, total } }: { run: Extract<BackupRun, { state: 'running' }> }) {
  const text = step === 'rows' ? 'Step 1 of 2: copying the database' : 'Step 2 of 2: copying pictures and files';
  return (
    <div className="backups-progress">
      <p role="status">{text}. You can leave this page.</p>
      <progress aria-label={text} value={total > 0 ? done : undefined} max={total || 1} />
    </div>
  );
}
