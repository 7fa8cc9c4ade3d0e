import { expect, test } from 'vitest';
import { openWorldWithWorker } from '../testing/world-with-worker.ts';

const { world, worker, atRest } = await openWorldWithWorker();

test('a sweep and what follows from it refresh a token of three minutes once for each expiry', async () => {
  const account = await world.newAccount();
  await world.sandbox.faults({ tokenLifetimeSeconds: 180 });
  const { automation, source } = await world.newAutomation({ account, values: ['a'], options: ['a'] });
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await atRest(account);
  /** Returns how often the token is refreshed, from its end on where it ends first. */
  const sweepAgain = async (token: { tokenExpiresAt?: Date }) => {
    await world.setRows(account, { sheet: source, column: 'Name', values: { 0: crypto.randomUUID() } });
    await world.sandbox.forgetCalls();
    await world.prisma.smartsheetConnection.update({
      where: { id: account.connection.id },
      data: { ...token, nextSweepAt: new Date(Date.now() - 1000) },
    });
    const job = await world.queue.send(world.prisma, 'sweep', {});
    await expect.poll(() => worker.lines.find((line) => line.job === job)).toBeDefined();
    await atRest(account);
    expect(worker.lines.find((line) => line.job === job)).toMatchObject({ moved: 1, unreachable: 0 });
    return (await world.sandbox.calls()).operations['oauth.token'] ?? 0;
  };
  // The clock of a worker differs from this one by what it could not measure.
  const over = () => ({ tokenExpiresAt: new Date(Date.now() - 10_000) });
  // The token of the connection lives for a week, those that follow for three minutes.
  expect(await sweepAgain(over())).toBe(1);
  expect(await sweepAgain({})).toBe(0);
  const { tokenExpiresAt } = await world.readConnection(account);
  expect(Number(tokenExpiresAt)).toBeLessThan(Date.now() + 180_000);
  expect(await sweepAgain(over())).toBe(1);
});
