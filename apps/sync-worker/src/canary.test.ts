import { createHash, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { readAttachedFiles } from './testing/attached-files.ts';
import { makeRenamedScene } from './testing/renamed-scene.ts';
import { runWorker } from './testing/run-worker.ts';
import { storedText } from './testing/stored-text.ts';
import { openWorld } from './testing/world.ts';

const world = await openWorld({ MAX_OPTION_LENGTH: '60' });
const worker = await runWorker(world, { LOG_LEVEL: 'trace' });
afterAll(async () => {
  await worker.stop();
  await world.close();
});

/** The beginnings of what anybody could hash a text to, and so look it up: hashes that are kept may be cut, and need a key. */
function unkeyedHashes(text: string): string[] {
  const spellings = [text, text.toLowerCase(), JSON.stringify(text), JSON.stringify([text])];
  return spellings.flatMap((spelling) =>
    ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) =>
      (['hex', 'base64', 'base64url'] as const).map((form) =>
        createHash(name).update(spelling).digest(form).slice(0, 16),
      ),
    ),
  );
}

const canary = `Canary${randomUUID().replaceAll('-', '')}`;

test('values of cells and dropdowns appear in no table, no job and no log line', async () => {
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
  const remembered = await world.newAutomation({
    account,
    values: [told(8)],
    options: [told(9)],
    fields: { drift: 'keep', graceDays: 3, settingsVersion: 2 },
  });
  const copied = await world.newAutomation({
    account,
    values: [told(8)],
    options: [told(9)],
    fields: { keepCopies: true, settingsVersion: 5 },
  });
  const renamed = await makeRenamedScene(world, account, {
    names: [told(8), told(2)],
    options: [told(8), told(2)],
    cells: [told(8), told(2), told(8)],
  });
  await renamed.lockRow(2, true);
  const all = [followed, multi, reviewed, refused, gone, remembered, copied, renamed];
  const automationIds = all.map(({ automation }) => automation.id);

  await world.mark(account.connection.id, { automationIds });
  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
  await world.sandbox.faults({ errorRate: 1, errorStatus: 502, operations: ['columns.update'], times: 2 });
  await world.setRows(account, { sheet: followed.source, column: 'Name', values: { 0: told(7) } });
  await renamed.rename({ 0: told(9) });
  await world.mark(account.connection.id, { automationIds });
  await expect.poll(() => worker.findJobs('sync-connection').length).toBe(2);
  await world.queue.send(world.prisma, 'sweep', {});
  await expect.poll(() => worker.findJobs('sweep').length).toBe(1);

  const outcomes = await world.prisma.automation.findMany({ select: { lastRunOutcome: true } });
  expect(new Set(outcomes.map(({ lastRunOutcome }) => lastRunOutcome))).toEqual(
    new Set(['changed', 'unchanged', 'waiting_review', 'failed']),
  );
  expect(await world.readOptions(multi.automation)).toEqual([told(4)]);
  expect((await readAttachedFiles(world, account, copied.target.id)).map(({ text }) => text)).toEqual([
    `Pick\r\n${told(9)}\r\n`,
  ]);
  const stored = await storedText(world);
  expect(stored).toContain(account.connection.id);
  expect(await renamed.readCells()).toEqual([told(9), told(2), told(8)]);
  for (const table of [
    'automations',
    'list_copies',
    'source_names',
    'rename_intents',
    'activity_logs',
    'pgboss.job',
  ])
    expect(stored).toContain(table);
  expect(stored).not.toContain(canary);
  expect(JSON.stringify(worker.lines)).not.toContain(canary);
  const { baseHashes, leaving } = await world.prisma.automation.findUniqueOrThrow({
    where: { id: remembered.automation.id },
  });
  expect([baseHashes.length, leaving]).toEqual([2, [expect.anything()]]);
  const hashes = Array.from({ length: 10 }, (_, n) => unkeyedHashes(told(n))).flat();
  expect(hashes.filter((hash) => stored.includes(hash))).toEqual([]);
});
