// Object storage that is down: requests get a clear 503, the log one line, and /healthz says so.
import { HttpError } from '#server/http-errors.ts';
import type { Storage } from './storage.ts';

export type WatchedStorage = Storage & {
  /** As far as the last request told. */
  isAvailable(): boolean;
  /** Finds out whether an outage is over. */
  probe(): Promise<void>;
};

const filesUnavailable = () =>
  new HttpError(503, 'Pictures and files are not available right now. Please try again in a few minutes.');

export function watchStorage(storage: Storage, report: (error: Error, what: string) => void): WatchedStorage {
  let available = true;
  return {
    write: (...args) => watch(storage.write(...args)),
    read: (...args) => watch(storage.read(...args)),
    open: (...args) => watch(storage.open(...args)),
    list: (...args) => watch(storage.list(...args)),
    remove: (...args) => watch(storage.remove(...args)),
    isAvailable: () => available,
    // Any response will do, and there is no such file.
    probe: () =>
      watch(storage.read('blogs', 'probe.jpg')).then(
        () => {},
        () => {},
      ),
  };

  async function watch<T>(request: Promise<T>): Promise<T> {
    try {
      const result = await request;
      available = true;
      return result;
    } catch (error) {
      // Once per outage: a page has many pictures.
      if (available)
        report(error instanceof Error ? error : new Error(String(error)), 'Object storage is not available.');
      available = false;
      throw filesUnavailable();
    }
  }
}
