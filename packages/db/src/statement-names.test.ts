import { afterAll, expect, test } from 'vitest';
import { createStatementNames } from './database.ts';
import { testDatabase } from './testing.ts';

const db = await testDatabase({ poolSize: 1 });
afterAll(db.close);

test('the same text has the same name, another one another', () => {
  const getName = createStatementNames();
  const one = getName({ sql: 'SELECT $1', args: [1] });
  expect(getName({ sql: 'SELECT $1', args: [2] })).toBe(one);
  expect(getName({ sql: 'SELECT $1, $2', args: [1, 2] })).not.toBe(one);
});

test('statements without parameters have no name', () => {
  expect(createStatementNames()({ sql: 'COMMIT', args: [] })).toBe('');
});

test('only known statements have a name once the limit is reached', () => {
  const getName = createStatementNames(1);
  const known = getName({ sql: 'SELECT $1', args: [1] });
  expect(getName({ sql: 'SELECT $1, $2', args: [1, 2] })).toBe('');
  expect(getName({ sql: 'SELECT $1', args: [2] })).toBe(known);
});

test('a connection parses a statement once, however often it runs', async () => {
  const find = (id: number) => db.prisma.plan.findUnique({ where: { id }, select: { name: true } });
  expect(await find(1)).toEqual({ name: 'Free' });
  expect(await find(2)).toEqual({ name: 'Basic' });
  const { rows } = await db.pool.query(
    `SELECT generic_plans + custom_plans AS runs FROM pg_prepared_statements WHERE statement LIKE '%"plans"%'`,
  );
  expect(rows).toEqual([{ runs: '2' }]);
});
