// Slow for a reason: an API in a process of its own is killed, and another one has to notice that by itself.
import { makeSheet } from '@picksync/sync-engine/testing';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type SpawnedApi, spawnApi } from '../testing/spawn-api.ts';
import { openWorld } from '../testing/world.ts';

const world = await openWorld();
const apis: SpawnedApi[] = [];
afterEach(async () => {
  await Promise.all(apis.splice(0).map((api) => api.kill()));
});
afterAll(() => world.close());

async function startApi(): Promise<void> {
  apis.push(await spawnApi(world));
}

type Made = { result: { id: number } };

test('a look whose process is killed while it reads a sheet is done by another process, soon', async () => {
  const { token, connection } = await world.newAccount();
  const { userId } = connection;
  const data = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  await world.prisma.user.update({ where: { id: userId }, data });
  const source = await makeSheet(world.sandbox, { token, name: 'Clients', rows: [['a'], ['b']] });
  const create = async (path: string, body: object) =>
    String((await world.sandbox.call<Made>('POST', `/2.0${path}`, body, token)).result.id);
  const placeId = await create('/workspaces', { name: 'Delivery' });
  const columns = [
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
    { title: 'Client', type: 'PICKLIST', options: [] },
  ];
  const sheetId = await create(`/workspaces/${placeId}/sheets`, { name: 'Project', columns });
  const { id: ruleId } = await world.prisma.rule.create({
    data: {
      ...{ userId, name: 'Clients', placeKind: 'workspace', placeId, placeName: 'Delivery' },
      ...{ columnTitle: 'Client', sourceSheetId: source.id, sourceSheetName: 'Clients' },
      ...{ sourceColumnId: source.columns.Name ?? '', sourceColumnName: 'Name', settings: {} },
      lookWantedAt: new Date(),
    },
  });

  await startApi();
  await world.sandbox.faults({ hold: 'before', operations: ['sheets.get'], sheets: [sheetId] });
  await world.queue.send(world.prisma, 'look-into-rule', { ruleId }, { key: ruleId });
  await expect.poll(async () => (await world.sandbox.held()).length).toBe(1);
  await apis[0]?.kill('SIGKILL');
  await world.sandbox.faults({});
  await startApi();

  await expect.poll(() => world.prisma.automation.count({ where: { ruleId } })).toBe(1);
  await expect
    .poll(() => world.prisma.rule.findUnique({ where: { id: ruleId } }))
    .toMatchObject({ lookingUntil: null, lookWantedAt: null, lookedAt: expect.any(Date) });
});
