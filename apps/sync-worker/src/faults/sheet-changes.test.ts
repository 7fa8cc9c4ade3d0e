import { describe, expect, test } from 'vitest';
import { openScene, type Target } from '../testing/scene.ts';
import { createRandom, drawSeeds } from '../testing/seeds.ts';
import type { TestAccount } from '../testing/world.ts';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world } = await openWorldWithWorker();
type Change = {
  name: string;
  make: (target: Target) => Promise<unknown>;
  /** Whether the dropdown is still to be filled, and as what. */
  expected: 'nothing is written' | 'PICKLIST' | 'MULTI_PICKLIST';
  /** Whether the owner is told what to do about it. */
  isReported?: boolean;
};

const onColumn = (method: string, body?: object) => (target: Target) =>
  world.sandbox.call(
    method,
    `/2.0/sheets/${target.sheetId}/columns/${target.columnId}`,
    body,
    target.source.account.token,
  );
const onAutomation =
  (data: object) =>
  ({ automationId }: Target) =>
    world.prisma.automation.update({ where: { id: automationId }, data });

const changes: Change[] = [
  {
    name: 'the sheet is deleted',
    make: ({ sheetId, source }) =>
      world.sandbox.call('DELETE', `/2.0/sheets/${sheetId}`, undefined, source.account.token),
    expected: 'nothing is written',
    isReported: true,
  },
  {
    name: 'the column is deleted',
    make: onColumn('DELETE'),
    expected: 'nothing is written',
    isReported: true,
  },
  {
    name: 'the column becomes text',
    make: onColumn('PUT', { type: 'TEXT_NUMBER' }),
    expected: 'nothing is written',
    isReported: true,
  },
  {
    name: 'the column is locked',
    make: onColumn('PUT', { locked: true }),
    expected: 'nothing is written',
    isReported: true,
  },
  {
    name: 'the column becomes multi-select',
    make: onColumn('PUT', { type: 'MULTI_PICKLIST', options: ['Own'] }),
    expected: 'MULTI_PICKLIST',
  },
  { name: 'the column is renamed', make: onColumn('PUT', { title: 'Another name' }), expected: 'PICKLIST' },
  {
    name: 'the automation is paused',
    make: onAutomation({ isActive: false, pausedBy: 'user' }),
    expected: 'nothing is written',
  },
  {
    name: 'the automation is deleted',
    make: ({ automationId }) => world.prisma.automation.delete({ where: { id: automationId } }),
    expected: 'nothing is written',
  },
  { name: 'nothing happens', make: async () => {}, expected: 'PICKLIST' },
];

type Sheet = { columns: { id: number; type: string; options?: string[] }[] };

describe.each(drawSeeds(2))('seed %i', (seed) => {
  test('a sync respects changes of a dropdown that happen while the source is read', async () => {
    const random = createRandom(seed);
    const scene = await openScene(world, { random, accounts: 1, sources: 1, targets: changes.length });
    const [account] = scene.accounts as [TestAccount];
    const [source] = scene.sources;
    await world.sandbox.faults({
      hold: 'after',
      operations: ['sheets.get'],
      sheets: [source?.sheet.id],
      accounts: [account.email],
    });
    await scene.mark(account);
    await expect.poll(async () => (await world.sandbox.held()).length).toBe(1);
    const fates = random
      .shuffle(changes)
      .map((change, index) => ({ change, target: scene.targets[index] as Target }));
    for (const { change, target } of fates) await change.make(target);
    await world.sandbox.forgetCalls();
    await world.sandbox.faults({});
    await scene.untilAtRest();

    const { effects } = await world.sandbox.calls();
    const options = scene.expectedOptions(fates[0]?.target as Target);
    for (const { change, target } of fates) {
      const writes = effects[target.sheetId]?.['columns.update'] ?? 0;
      const automation = await world.prisma.automation.findUnique({ where: { id: target.automationId } });
      const seen = { name: change.name, isWritten: writes > 0, isReported: automation?.failingSince != null };
      const isWritten = change.expected !== 'nothing is written';
      expect(seen).toEqual({ name: change.name, isWritten, isReported: change.isReported ?? false });
      if (!isWritten) continue;
      const path = `/2.0/sheets/${target.sheetId}?level=2`;
      const { columns } = await world.sandbox.call<Sheet>('GET', path, undefined, account.token);
      const column = columns.find(({ id }) => String(id) === target.columnId);
      expect(column).toMatchObject({ type: change.expected, options });
    }
    expect(await scene.left()).toEqual({ automations: 0, sheets: 0, connections: 0 });
  });
});
