// Slow for a reason: a worker in a process of its own is killed, and another one has to notice that by itself.
import { expect, test } from 'vitest';
import { openProcessWorld } from '../testing/world-of-processes.ts';

const { world, startWorker } = await openProcessWorld();

test('a worker that is killed after it has added a row leaves no second one, and the next tells of it', async () => {
  const account = await world.newAccount();
  const fields = { mode: 'two_way' } as const;
  const made = await world.newAutomation({ account, values: ['a'], options: ['a', 'b'], fields });
  const { automation, source } = made;
  type Sheet = { rows: { cells: { value?: string }[] }[] };
  const path = `/2.0/sheets/${source.id}?level=2`;
  const values = async () => {
    const { rows } = await world.sandbox.call<Sheet>('GET', path, undefined, account.token);
    return rows.map(({ cells }) => cells[0]?.value);
  };
  // A call that is held is given up after half a minute, which a busy machine may need to start a process.
  const heir = await startWorker();
  heir.signal('SIGSTOP');
  const victim = await startWorker();
  await world.sandbox.faults({ hold: 'after', operations: ['rows.add'], sheets: [source.id] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(values).toEqual(['a', 'b']);
  heir.signal('SIGCONT');
  await victim.kill('SIGKILL');
  await world.sandbox.faults({});

  await expect.poll(async () => (await world.readConnection(account)).syncState).toBe('idle');
  expect(await values()).toEqual(['a', 'b']);
  expect(await world.readOptions(automation)).toEqual(['a', 'b']);
  const runs = await world.prisma.automationRun.findMany({ where: { automationId: automation.id } });
  expect(runs).toMatchObject([{ outcome: 'changed' }]);
  expect(await world.prisma.rowIntent.count()).toBe(0);
  expect(heir.lines.length).toBeGreaterThan(0);
});
