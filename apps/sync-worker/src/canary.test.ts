import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { runWorker } from './testing/run-worker.ts';
import { openWorld } from './testing/world.ts';

const world = await openWorld({ MAX_OPTION_LENGTH: '60' });
const worker = await runWorker(world, { LOG_LEVEL: 'trace' });
afterAll(async () => {
  await worker.stop();
  await world.close();
});

const canary = `Canary${randomUUID().replaceAll('-', '')}`;

/** Every table of the database, the queue's too, as text. */
async function everythingStored(): Promise<string> {
  const { rows } = await world.pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const texts = [];
  for (const { name } of rows) {
    const table = await world.pool.query<{ text: string | null }>(
      `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`,
    );
    texts.push(table.rows[0]?.text ?? '');
  }
  return texts.join('\n');
}

test('what cells and dropdowns say is found in no table, no job and no log line', async () => {
  const account = await world.newAccount();
  const told = (n: number) => `${canary} ${n}`;
  const followed = await world.newAutomation({ account, values: [told(1), told(2)], options: [told(3)] });
  const multi = await world.newAutomation({
    account,
    values: [told(4)],
    options: [told(5)],
    column: { type: 'MULTI_PICKLIST' },
  });
  const reviewed = await world.newAutomation({
    account,
    values: [],
    options: Array.from({ length: 9 }, (_, n) => told(n)),
  });
  // Smartsheet quotes the refused option in its answer.
  const refused = await world.newAutomation({
    account,
    values: [`${canary} ${'x'.repeat(80)}`],
    options: [],
  });
  const gone = await world.newAutomation({
    account,
    values: [told(6)],
    options: [],
    fields: { targetColumnId: '7777777777777777' },
  });
  const all = [followed, multi, reviewed, refused, gone];
  const automationIds = all.map(({ automation }) => automation.id);

  await world.mark(account.connection.id, { automationIds });
  await expect.poll(async () => (await world.connectionOf(account)).syncState).toBe('idle');
  await world.sandbox.faults({ errorRate: 1, errorStatus: 502, operations: ['columns.update'], times: 2 });
  await world.setRows(account, { sheet: followed.source, column: 'Name', values: { 0: told(7) } });
  await world.mark(account.connection.id, { automationIds });
  await expect.poll(() => worker.jobsOf('sync-connection').length).toBe(2);
  await world.queue.send(world.prisma, 'sweep', {});
  await expect.poll(() => worker.jobsOf('sweep').length).toBe(1);

  const outcomes = await world.prisma.automation.findMany({ select: { lastRunOutcome: true } });
  expect(new Set(outcomes.map(({ lastRunOutcome }) => lastRunOutcome))).toEqual(
    new Set(['changed', 'unchanged', 'waiting_review', 'failed']),
  );
  expect(await world.optionsOf(account, multi.automation)).toEqual([told(4)]);
  const stored = await everythingStored();
  expect(stored).toContain(account.connection.id);
  expect(stored).not.toContain(canary);
  expect(JSON.stringify(worker.lines)).not.toContain(canary);
});
