import { markRestored } from '@picksync/db';
import { expect, test } from 'vitest';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, atRest } = await openWorldWithWorker();

test('after a restore, tokens of the dump are refreshed, and users whose tokens are gone learn why', async () => {
  const [kept, stale] = [await world.newAccount(), await world.newAccount()];
  for (const account of [kept, stale]) {
    const { automation } = await world.newAutomation({ account, values: ['a'], options: ['a'] });
    await world.mark(account.connection.id, { automationIds: [automation.id] });
    await atRest(account);
  }
  const update = (id: string, data: object) =>
    world.prisma.smartsheetConnection.update({ where: { id }, data });
  const sweep = async () => {
    for (const { connection } of [kept, stale])
      await update(connection.id, { nextSweepAt: new Date(Date.now() - 1000) });
    const job = await world.queue.send(world.prisma, 'sweep', {});
    await expect.poll(() => worker.lines.find((line) => line.job === job)).toBeDefined();
    for (const account of [kept, stale]) await atRest(account);
  };
  const dump = await world.readConnection(stale);
  await update(stale.connection.id, { tokenExpiresAt: new Date() });
  await sweep();
  const { accessTokenSealed, refreshTokenSealed, tokenVersion } = dump;
  expect((await world.readConnection(stale)).tokenVersion).toBe(tokenVersion + 1);
  await update(stale.connection.id, { accessTokenSealed, refreshTokenSealed, tokenVersion });

  await markRestored(world.prisma);
  await sweep();
  expect(await world.readConnection(kept)).toMatchObject({ status: 'connected', statusReason: null });
  expect(await world.readConnection(stale)).toMatchObject({
    status: 'needs_reconnect',
    statusReason: 'restored',
  });
});
