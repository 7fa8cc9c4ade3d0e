import { beginMaintenance, endMaintenance } from '@picksync/db';
import { expect, test } from 'vitest';
import { openWorldWithWorker } from './testing/world-with-worker.ts';

const { world, worker, atRest } = await openWorldWithWorker();
const { prisma, queue } = world;

const minute = 60_000;
const begin = () =>
  beginMaintenance(prisma, { endsAt: new Date(Date.now() + 20 * minute), actorId: null, now: new Date() });
const readGauge = async () =>
  /^picksync_maintenance\S* (\d)$/m.exec(await (await fetch(`${worker.address}/metrics`)).text())?.[1];
const readWindow = () => prisma.maintenanceWindow.findFirstOrThrow();
const readState = async (job: string | null) =>
  (await prisma.$queryRaw<{ state: string }[]>`SELECT state::text FROM pgboss.job WHERE id = ${job}::uuid`)[0]
    ?.state;
const hasRun = (job: string | null) => worker.lines.some((line) => line.job === job);

test('a worker rests while a maintenance is on, and then does what has waited and checks every list', async () => {
  const account = await world.newAccount();
  const { automation, source } = await world.newAutomation({ account, values: ['a'], options: ['a'] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await atRest(account);
  const { nextSweepAt: place } = await prisma.smartsheetConnection.update({
    where: { id: account.connection.id },
    data: { nextSweepAt: new Date(Date.now() + 10 * minute) },
  });

  await begin();
  await expect.poll(readGauge).toBe('1');
  await world.setRows(account, { sheet: source, column: 'Name', values: { 0: 'changed' } });
  await world.mark(account.connection.id, { sheetIds: [source.id] });
  const tidy = await queue.send(prisma, 'tidy', {});
  const sweep = await queue.send(prisma, 'sweep', {});
  // To rest is not to be unready.
  expect((await fetch(`${worker.address}/readyz`)).status).toBe(200);
  await expect.poll(() => readState(tidy)).toBe('created');
  expect([hasRun(tidy), hasRun(sweep)]).toEqual([false, false]);
  expect(await world.readOptions(automation)).toEqual(['a']);

  await endMaintenance(prisma, new Date());
  await expect.poll(readGauge).toBe('0');
  await expect.poll(() => hasRun(tidy)).toBe(true);
  await expect.poll(() => hasRun(sweep)).toBe(true);
  await expect.poll(() => world.readOptions(automation)).toEqual(['changed']);
  await atRest(account);
  const { endedAt } = await readWindow();
  // A connection whose change is being synced just then is left to the next sweep, of which an installation has one a minute.
  const readSweptAt = async () => {
    await queue.send(prisma, 'sweep', {});
    return (await world.readConnection(account)).lastSweptAt?.getTime() ?? 0;
  };
  await expect.poll(readSweptAt, { interval: 500 }).toBeGreaterThan(endedAt?.getTime() ?? 0);
  await atRest(account);
  // It is swept again when it would have been.
  expect((await world.readConnection(account)).nextSweepAt).toEqual(place);
  await expect.poll(async () => (await readWindow()).checkedAt).not.toBeNull();
  await expect.poll(() => readState(tidy)).toBe('completed');
});
