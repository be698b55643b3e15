// Records the text of each statement that is sent to the database, with its values.
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export type Statement = { text: string; values: unknown[] };

/** Call it before the shop is opened, which prepares statements. */
export function recordStatements() {
  let recorded: Statement[] = [];
  const { query } = pg.Client.prototype;
  const { prepare } = DatabaseSync.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    recorded.push({ text: String(Object(first).text ?? first), values: Object(first).values ?? second ?? [] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  DatabaseSync.prototype.prepare = function (text, ...rest) {
    const statement = Reflect.apply(prepare, this, [text, ...rest]);
    for (const way of ['all', 'run', 'iterate'] as const) {
      const execute = statement[way];
      statement[way] = (...values: unknown[]) => {
        recorded.push({ text, values });
        return Reflect.apply(execute, statement, values);
      };
    }
    return statement;
  };
  return {
    /** What `work` sends. */
    async during(work: () => Promise<unknown>): Promise<Statement[]> {
      recorded = [];
      await work();
      return recorded;
    },
    stop() {
      pg.Client.prototype.query = query;
      DatabaseSync.prototype.prepare = prepare;
    },
  };
}
