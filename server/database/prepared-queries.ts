// Queries that are built once. Kysely takes longer to write a statement than SQLite to run it; for what every order does,
// the statement is kept, and only its values change.
import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

type Value = string | number | null | undefined;
type Values = { readonly [name: string]: Value | Values | readonly (Value | Values)[] };

/** Where a value goes. The builder gets these in place of the values, so it cannot decide anything by them. */
class Slot {
  readonly index: number;

  constructor(place: number) {
    this.index = place;
  }
}

const MAX_SHAPES = 100;

/** Runs what `build` makes. Values of another shape, such as more rows, are another statement. */
export function preparedQuery<Given extends Values, Row>(build: (db: Db, values: Given) => Compilable<Row>) {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row>>>();

  return async (db: Db, given: Given): Promise<Row[]> => {
    const executor = db.getExecutor();
    // The handles of one database share its adapter.
    const statements = compiled.get(executor.adapter) ?? new Map<string, CompiledQuery<Row>>();
    compiled.set(executor.adapter, statements);
    const values: Value[] = [];
    const shape = describeShape(given, values);
    let statement = statements.get(shape);
    if (statement) {
      // A handle may refuse a query; building it would have asked.
      executor.transformQuery(statement.query, statement.queryId);
    } else {
      statement = build(db, toSlots(given)).compile();
      if (statements.size >= MAX_SHAPES) statements.clear();
      statements.set(shape, statement);
    }
    const parameters = statement.parameters.map((each) => (each instanceof Slot ? values[each.index] : each));
    const query = { ...statement, parameters };
    const { rows } = await executor.provideConnection((connection) => connection.executeQuery<Row>(query));
    return rows;
  };
}

/** What names there are and how many rows. Collects the values on its way. */
function describeShape(given: Values | readonly (Value | Values)[], values: Value[]): string {
  let shape = '';
  for (const name in given) {
    const value = Reflect.get(given, name);
    if (value === undefined) continue;
    shape += `${name} `;
    if (typeof value === 'object' && value !== null) shape += `(${describeShape(value, values)})`;
    else values.push(value);
  }
  return shape;
}

/** The same walk, so that each slot has the place of its value. */
function toSlots<Given extends Values | readonly (Value | Values)[]>(given: Given, next = counter()): Given {
  const slots = Array.isArray(given) ? Array.from(given) : Object.create(null);
  for (const [name, value] of Object.entries(given)) {
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
