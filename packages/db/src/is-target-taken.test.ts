import { afterAll, expect, test } from 'vitest';
import { isTargetTaken } from './target-claims.ts';
import { testAutomation, testConnection, testDatabase } from './testing.ts';

const { prisma, ...db } = await testDatabase({ poolSize: 20 });
afterAll(db.close);

const newTarget = () => ({ sheetId: `${Math.random()}`, targetColumnId: '7' });
const newAutomation = async (fields: object, connection: object = {}) =>
  testAutomation(prisma, { connection: await testConnection(prisma, connection), ...fields });
const findHolders = async ({ sheetId }: { sheetId: string }) =>
  (await prisma.targetClaim.findMany({ where: { sheetId } })).map(({ automationId }) => automationId);
const activate = (id: string) => prisma.automation.update({ where: { id }, data: { isActive: true } });

const settle = async (attempts: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(attempts);
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refusals.filter((error) => !isTargetTaken(error))).toEqual([]);
  return { done: settled.length - refusals.length, refused: refusals.length };
};

test('exactly one of twenty users who claim one column at once gets it', async () => {
  const target = newTarget();
  const connections = await Promise.all(Array.from({ length: 20 }, () => testConnection(prisma)));
  const attempts = connections.map((connection) => testAutomation(prisma, { connection, ...target }));
  expect(await settle(attempts)).toEqual({ done: 1, refused: 19 });
  expect(await prisma.automation.count({ where: target })).toBe(1);
});

test('exactly one of many paused automations that are activated at once becomes active', async () => {
  const target = newTarget();
  const rows = await Promise.all(
    Array.from({ length: 10 }, () => newAutomation({ ...target, isActive: false })),
  );
  expect(await settle(rows.map(({ id }) => activate(id)))).toEqual({ done: 1, refused: 9 });
  expect(await prisma.automation.count({ where: { ...target, isActive: true } })).toBe(1);
});

test.each(['paused', 'deleted', 'moved'])('a column is free again when its automation is %s', async (how) => {
  const target = newTarget();
  const { id } = await newAutomation(target);
  const waiting = await newAutomation({ ...target, isActive: false });
  await expect(activate(waiting.id)).rejects.toSatisfy(isTargetTaken);
  if (how === 'paused') await prisma.automation.update({ where: { id }, data: { isActive: false } });
  if (how === 'moved') await prisma.automation.update({ where: { id }, data: newTarget() });
  if (how === 'deleted') await prisma.automation.delete({ where: { id } });
  await activate(waiting.id);
  expect(await findHolders(target)).toEqual([waiting.id]);
});

test.each(['disconnected', 'needs_reconnect'] as const)(
  'an account that is %s holds no claims, and connecting again takes what is free',
  async (status) => {
    const [wanted, free] = [newTarget(), newTarget()];
    const connection = await testConnection(prisma);
    const [lost, kept] = [
      await testAutomation(prisma, { connection, ...wanted }),
      await testAutomation(prisma, { connection, ...free }),
    ];
    const set = (to: typeof status | 'connected') =>
      prisma.smartsheetConnection.update({ where: { id: connection.id }, data: { status: to } });
    await set(status);
    expect([...(await findHolders(wanted)), ...(await findHolders(free))]).toEqual([]);
    const other = await newAutomation(wanted);
    await set('connected');
    expect(await findHolders(wanted)).toEqual([other.id]);
    expect(await findHolders(free)).toEqual([kept.id]);
    expect(await prisma.targetClaim.count({ where: { automationId: lost.id } })).toBe(0);
  },
);

test('users who connect at once share their columns without waiting for each other', async () => {
  const targets = Array.from({ length: 8 }, newTarget);
  const connections = await Promise.all(
    Array.from({ length: 6 }, () => testConnection(prisma, { status: 'disconnected' })),
  );
  for (const [at, connection] of connections.entries()) {
    const order = at % 2 === 0 ? targets : targets.toReversed();
    for (const target of order) await testAutomation(prisma, { connection, ...target });
  }
  await Promise.all(
    connections.map(({ id }) =>
      prisma.smartsheetConnection.update({ where: { id }, data: { status: 'connected' } }),
    ),
  );
  for (const target of targets) expect(await findHolders(target)).toHaveLength(1);
});

test('an automation that is made while its connection is disconnected is seen by one of the two', async () => {
  for (let round = 0; round < 10; round += 1) {
    const target = newTarget();
    const connection = await testConnection(prisma);
    await Promise.all([
      testAutomation(prisma, { connection, ...target }),
      prisma.smartsheetConnection.update({ where: { id: connection.id }, data: { status: 'disconnected' } }),
    ]);
    expect(await findHolders(target)).toEqual([]);
  }
});

test('the same ids in another region are another column', async () => {
  const target = newTarget();
  await newAutomation(target, { region: 'us' });
  const { id, connectionId } = await newAutomation(target, { region: 'eu' });
  expect(await findHolders(target)).toHaveLength(2);
  await prisma.smartsheetConnection.update({ where: { id: connectionId }, data: { region: 'us' } });
  expect(await findHolders(target)).not.toContain(id);
});

test('another failure is not taken for a claim', async () => {
  const { id } = await newAutomation(newTarget());
  await expect(newAutomation({ ...newTarget(), id })).rejects.not.toSatisfy(isTargetTaken);
});
