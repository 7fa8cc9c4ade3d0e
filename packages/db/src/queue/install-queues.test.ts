import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../testing.ts';
import { catalog, deadLetters, getDefinition, type QueueDefinition, queueNames } from './catalog.ts';
import { installQueues } from './install-queues.ts';

const database = await testDatabase();
afterAll(() => database.close());

test('an installation schedules the queues that the catalogue gives a time, and only those', async () => {
  const read = async () =>
    (await database.pool.query('SELECT name, cron, timezone FROM pgboss.schedule')).rows;
  expect(await read()).toEqual([]);
  await database.pool.query(
    "INSERT INTO pgboss.schedule (name, cron, timezone) VALUES ('send-mail', '* * * * *', 'UTC'), ('sweep', '5 5 * * *', 'UTC')",
  );
  await installQueues({ url: database.url });
  const queues: [string, QueueDefinition][] = Object.entries(catalog);
  const wanted = queues.flatMap(([name, { cron }]) => (cron ? [{ name, cron, timezone: 'UTC' }] : []));
  expect(new Set(await read())).toEqual(new Set(wanted));
  expect(wanted).toContainEqual({ name: 'pause-surplus', cron: '*/5 * * * *', timezone: 'UTC' });
});

test('a job that is made by schedule never becomes a dead letter', async () => {
  const { rows } = await database.pool.query('SELECT name, dead_letter FROM pgboss.queue');
  const deadLetterOf = new Map(rows.map(({ name, dead_letter }) => [name, dead_letter]));
  for (const name of queueNames)
    expect(deadLetterOf.get(name), name).toBe(getDefinition(name).cron === undefined ? deadLetters : null);
});
