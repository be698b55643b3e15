import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { preparedQuery, preparedWrite } from './prepared-queries.ts';
import type { Tables } from './schema.ts';

const shop = await openTestShop();
const { db, transaction } = shop.database;

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

test('builds a query once and runs it with different values', async () => {
  await transaction([], (tx) => write(tx, { facts: [fact('barn', 'red')] }));
  const before = built;

  for (const color of ['white', 'green'])
    await transaction([], async (tx) => {
      expect(await write(tx, { facts: [fact('barn', color)] })).toEqual([{ name: 'barn' }]);
    });

  expect(built).toBe(before);
  expect(await read(db, { names: ['barn'], except: null })).toEqual([fact('barn', 'green')]);
});

test('handles more rows, longer lists and null values', async () => {
  const facts = [fact('gate', 'open'), fact('kiln', 'cold'), fact('levee', 'dry')];

  await transaction([], (tx) => write(tx, { facts }));

  expect(await read(db, { names: ['gate', 'kiln', 'levee'], except: null })).toEqual(facts);
  expect(await read(db, { names: ['gate', 'kiln', 'levee'], except: 'cold' })).toEqual([facts[0], facts[2]]);
  expect(await read(db, { names: ['gate'], except: 'open' })).toEqual([]);
});

test('concurrent queries do not mix up their values', async () => {
  const names = Array.from({ length: 40 }, (_, field) => `field ${field}`);

  await Promise.all(names.map((name) => transaction([], (tx) => write(tx, { facts: [fact(name, `of ${name}`)] }))));

  const results = await Promise.all(names.map((name) => read(db, { names: [name], except: null })));
  expect(results).toEqual(names.map((name) => [fact(name, `of ${name}`)]));
});

test('a cached query on the outer handle is also rejected inside a transaction', async () => {
  const query = () => read(db, { names: ['barn'], except: null });
  await query();

  await expect(transaction([], query)).rejects.toThrow('Inside a transaction, use its own handle');
});

const add = preparedWrite((tx, { name, value }: Tables['shop_state']) =>
  tx.insertInto('shop_state').values({ name, value }),
);
const namesLike = (names: string[]) => read(db, { names, except: null });

test('a write without a result is committed with the rest, in the order it was sent', async () => {
  await transaction([], async (tx) => {
    await add(tx, fact('silo', 'empty'));
    await write(tx, { facts: [fact('silo', 'half full')] });
    await add(tx, fact('loft', 'swept'));
  });

  expect(await namesLike(['silo', 'loft'])).toEqual([fact('loft', 'swept'), fact('silo', 'half full')]);
});

test('if a write without a result fails, its error is thrown and nothing is committed', async () => {
  const failing = transaction([], async (tx) => {
    await add(tx, fact('ford', 'open'));
    await add(tx, fact('silo', 'twice'));
    await add(tx, fact('ford', 'twice'));
  });

  await expect(failing).rejects.toThrow(/unique/i);
  expect(await namesLike(['ford'])).toEqual([]);
});

test('an error thrown after writes without a result is the one that is reported', async () => {
  const failing = transaction([], async (tx) => {
    await add(tx, fact('pump', 'on'));
    throw new Error('the well is dry');
  });

  await expect(failing).rejects.toThrow('the well is dry');
  expect(await namesLike(['pump'])).toEqual([]);
});
