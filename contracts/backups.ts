import { z } from 'zod';
import { dataOf, type EndpointTable } from './endpoint.ts';

const BackupFile = z.object({
  name: z.string(),
  bytes: z.int(),
  created_at: z.iso.datetime(),
});

/** Rows of the database are copied first, then uploaded files. */
export const backupSteps = ['rows', 'files'] as const;

const BackupProgress = z.object({ step: z.enum(backupSteps), done: z.int(), total: z.int() });
export type BackupProgress = z.output<typeof BackupProgress>;

const BackupRun = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), started_at: z.iso.datetime(), ...BackupProgress.shape }),
  z.object({ state: z.literal('failed'), started_at: z.iso.datetime(), reason: z.string() }),
]);
export type BackupRun = z.output<typeof BackupRun>;

export const BackupParams = z.object({ name: z.string().max(100, 'There is no such backup.') });

export const backupEndpoints = {
  'GET /api/backups': {
    summary: 'The newest backups, and the one being made',
    for: 'owner',
    response: z.object({
      data: z.array(BackupFile),
      /** Where they are, on the machine of the shop. */
      folder: z.string(),
      /** Also counts backups in other folders. */
      last_backup_at: z.iso.datetime().nullable(),
      /** The backup being made, or the last one if it failed. */
      run: BackupRun.nullable(),
    }),
  },
  'POST /api/backups': {
    summary: 'Start a backup; it goes on after the response',
    for: 'owner',
    response: dataOf(BackupRun),
    errors: { 409: 'A backup is being made' },
  },
} as const satisfies EndpointTable;
