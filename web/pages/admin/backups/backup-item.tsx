import { useState } from 'react';
import { formatShortDateTime } from '#contracts/dates.ts';
import { download } from '#web/query/download.ts';
import { toast } from '#web/ui/toast.tsx';
import { formatAge, formatBytes } from './format-backup.ts';

type Backup = { name: string; bytes: number; created_at: string };

export function BackupItem({ backup: { name, bytes, created_at } }: { backup: Backup }) {
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    if (!(await download(`/api/backups/${name}`)))
      toast({ text: 'The backup could not be downloaded. Please try again.', variant: 'destructive' });
    setBusy(false);
  }
  return (
    <li>
      <div>
        <h3>{formatShortDateTime(created_at)}</h3>
        <p>
          {formatAge(created_at, Date.now())} · {formatBytes(bytes)}
        </p>
        <p className="admin-faint">{name}</p>
      </div>
      <button
        className="button"
        type="button"
        aria-busy={busy}
        disabled={busy}
        aria-label={`Download the backup of ${formatShortDateTime(created_at)}`}
        onClick={() => void save()}
      >
        {busy ? 'Downloading' : 'Download'}
      </button>
    </li>
  );
}
