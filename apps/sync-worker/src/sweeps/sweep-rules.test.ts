import { expect, test } from 'vitest';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker } = await openWorldWithWorker();

test('a sweep asks for a look into each rule that is active, once while it waits', async () => {
  const [account, other] = [await world.newAccount(), await world.newAccount()];
  const place = {
    placeKind: 'folder',
    placeId: '1',
    placeName: 'Client projects',
    columnTitle: 'Client',
  } as const;
  const source = {
    ...{ sourceSheetId: '2', sourceSheetName: 'Clients' },
    ...{ sourceColumnId: '3', sourceColumnName: 'Name' },
  };
  const newRule = async (userId: string, isActive: boolean) =>
    (
      await world.prisma.rule.create({
        data: { userId, name: 'Clients', ...place, ...source, settings: {}, isActive },
      })
    ).id;
  const active = await newRule(account.connection.userId, true);
  await newRule(account.connection.userId, false);
  await world.prisma.smartsheetConnection.update({
    where: { id: other.connection.id },
    data: { status: 'disconnected' },
  });
  await newRule(other.connection.userId, true);
  for (let sweeps = 0; sweeps < 2; sweeps += 1) {
    await world.prisma.smartsheetConnection.update({
      where: { id: account.connection.id },
      data: { nextSweepAt: new Date(Date.now() - 1000) },
    });
    const job = await world.queue.send(world.prisma, 'sweep', {});
    await expect.poll(() => worker.lines.find((line) => line.job === job)).toBeDefined();
  }
  const wanted = await world.prisma.$queryRaw<{ ruleId: string }[]>`
    SELECT data->>'ruleId' AS "ruleId" FROM pgboss.job WHERE name = 'look-into-rule' AND state = 'created'`;
  expect(wanted).toEqual([{ ruleId: active }]);
});
