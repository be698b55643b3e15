// Queries compiled once. Kysely takes longer to build a statement than SQLite takes to run it, so the statements behind
// every order are cached and only their values change.
import type { Compilable, CompiledQuery } from 'kysely';
import { withoutWaiting } from './pipelined-commit.ts';
import type { Db } from './schema.ts';

type Value = string | number | null | undefined;
type Values = { readonly [name: string]: Value | Values | readonly (Value | Values)[] };

/** Placeholder for a value. The query builder sees these instead of values, so it cannot branch on them. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

const MAX_SHAPES = 100;

/** Runs the query from `build`. Each shape of values, such as another row count, compiles to its own statement. */
export function preparedQuery<Input extends Values, Row>(build: (db: Db, values: Input) => Compilable<Row>) {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>();

  return async (db: Db, input: Input): Promise<Row[]> => {
    const executor = db.getExecutor();
    // All handles of a database share its adapter.
    const statements = compiled.get(executor.adapter) ?? new Map<string, CompiledQuery<Row>>();
    compiled.set(executor.adapter, statements);
    const values: Value[] = [];
    const shape = describeShape(input, values);
    let statement = statements.get(shape);
    if (statement) {
      // Plugins may reject a query; a cached statement would skip that check.
      executor.transformQuery(statement.query, statement.queryId);
    } else {
      statement = build(db, toSlots(input)).compile();
      if (statements.size >= MAX_SHAPES) statements.clear();
      statements.set(shape, statement);
    }
    const parameters = statement.parameters.map((each) => (each instanceof Slot ? values[each.index] : each));
    const query = { ...statement, parameters };
    const { rows } = await executor.provideConnection((connection) => connection.executeQuery<Row>(query));
    return rows;
  };
}

/** For a write in a transaction whose result nobody needs: see withoutWaiting. */
export function preparedWrite<Input extends Values>(build: (db: Db, values: Input) => Compilable<unknown>) {
  const run = preparedQuery(build);
  return async (tx: Db, input: Input): Promise<void> => {
    await run(withoutWaiting(tx), input);
  };
}

/** Describes the field names and row counts, and collects the values along the way. */
function describeShape(input: Values | readonly (Value | Values)[], values: Value[]): string {
  let shape = '';
  for (const name in input) {
    const value = Reflect.get(input, name);
    if (value === undefined) continue;
    shape += `${name} `;
    if (typeof value === 'object' && value !== null) shape += `(${describeShape(value, values)})`;
    else values.push(value);
  }
  return shape;
}

/** Walks in the same order as describeShape, so each slot gets the index of its value. */
function toSlots<Input extends Values | readonly (Value | Values)[]>(input: Input, next = counter()): Input {
  const slots = Array.isArray(input) ? Array.from(input) : Object.create(null);
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    slots[name] = typeof value === 'object' && value !== null ? toSlots(value, next) : new Slot(next());
  }
  return slots;
}

function counter(): () => number {
  let last = -1;
  return () => {
    last += 1;
    return last;
  };
}
