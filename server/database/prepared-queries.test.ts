import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { preparedQuery } from './prepared-queries.ts';
import type { Tables } from './schema.ts';

const farm = await openTestShop();
const { db, transaction } = farm.database;

let built = 0;
const write = preparedQuery((tx, { facts }: { facts: Tables['shop_state'][] }) => {
  built += 1;
  return tx
    .insertInto('shop_state')
    .values(facts)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') })))
    .returning('name');
});
const read = preparedQuery((handle, { names, except }: { names: string[]; except: string | null }) =>
  handle
    .selectFrom('shop_state')
    .select(['name', 'value'])
    .where('name', 'in', names)
    .where('value', 'is distinct from', except)
    .orderBy('name'),
);
const fact = (name: string, value: string) => ({ name, value });

test('a query is built once, and gives what its values ask for', async () => {
  await transaction([], (tx) => write(tx, { facts: [fact('barn', 'red')] }));
  const before = built;

  for (const colour of ['white', 'green'])
    await transaction([], async (tx) => {
      expect(await write(tx, { facts: [fact('barn', colour)] })).toEqual([{ name: 'barn' }]);
    });

  expect(built).toBe(before);
  expect(await read(db, { names: ['barn'], except: null })).toEqual([fact('barn', 'green')]);
});

test('more rows, a longer list or a value that is nothing are understood', async () => {
  const facts = [fact('gate', 'open'), fact('kiln', 'cold'), fact('levee', 'dry')];

  await transaction([], (tx) => write(tx, { facts }));

  expect(await read(db, { names: ['gate', 'kiln', 'levee'], except: null })).toEqual(facts);
  expect(await read(db, { names: ['gate', 'kiln', 'levee'], except: 'cold' })).toEqual([facts[0], facts[2]]);
  expect(await read(db, { names: ['gate'], except: 'open' })).toEqual([]);
});

test('many at once do not mix up their values', async () => {
  const names = Array.from({ length: 40 }, (_, field) => `field ${field}`);

  await Promise.all(names.map((name) => transaction([], (tx) => write(tx, { facts: [fact(name, `of ${name}`)] }))));

  const answers = await Promise.all(names.map((name) => read(db, { names: [name], except: null })));
  expect(answers).toEqual(names.map((name) => [fact(name, `of ${name}`)]));
});

test('a kept query is refused on the outer handle inside a transaction too', async () => {
  const look = () => read(db, { names: ['barn'], except: null });
  await look();

  await expect(transaction([], look)).rejects.toThrow('Inside a transaction use its own handle');
});
