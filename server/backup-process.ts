// Makes a backup in a process of its own, at low priority, so that the shop keeps its speed. Started by the shop, which sends
// what to do and gets messages back; it ends when the shop does.
import { setPriority } from 'node:os';
import type { Order, Report } from '#server/backup/backup-child.ts';
import { backUp } from './backup/backup.ts';
import { openDatabase } from './database/database.ts';
import { createStorage } from './media/create-storage.ts';
import { folders } from './media/storage.ts';
import { keepNewFilesPrivate } from './private-files.ts';

const REPORT_MS = 250;

keepNewFilesPrivate();
setPriority(10);
process.once('disconnect', () => process.exit(1));
process.once('message', (order: Order) => void follow(order));

async function follow({ file, at, dataDir, databaseUrl, s3 }: Order): Promise<void> {
  try {
    const database = await openDatabase({ url: databaseUrl, dataDir, alongsideShop: true }, () => {});
    let reportedAt = 0;
    const bytes = await backUp(
      { database, storage: createStorage({ s3, dataDir }), folders },
      {
        file,
        at: new Date(at),
        onProgress(progress) {
          if (performance.now() - reportedAt < REPORT_MS) return;
          reportedAt = performance.now();
          report({ progress });
        },
      },
    );
    report({ bytes });
  } catch (error) {
    const { message, code } = Object(error);
    report({ failure: { message: String(message ?? error), code: typeof code === 'string' ? code : undefined } });
  }
}

/** After the last report the shop closes the channel. */
const report = (what: Report) => void process.send?.(what);
