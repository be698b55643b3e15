// Of transactions that wait for each other, PostgreSQL ends all but one. What they did is undone, so they can run again.

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
const MAX_TRIES = 5;

export async function repeatVictims<T>(run: () => Promise<T>, onRepeat: (error: Error) => void): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isVictim(error) || tries === MAX_TRIES) throw error;
      onRepeat(error);
    }
  }
}

/** Undoes the transaction and repeats it, for what was read before the lock and has changed. */
export const changedMeanwhile = (what: string): Error =>
  Object.assign(new Error(`${what} was changed meanwhile.`), { code: SERIALIZATION_FAILURE });

const isVictim = (error: unknown): error is Error =>
  error instanceof Error && [DEADLOCK, SERIALIZATION_FAILURE].includes(Object(error).code);
