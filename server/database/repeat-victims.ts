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

const isVictim = (error: unknown): error is Error =>
  error instanceof Error && [DEADLOCK, SERIALIZATION_FAILURE].includes(Object(error).code);
