import { markConnectionDirty, openQueue } from '@picksync/db';
import { currentTraceparent, inTrace, startTrace } from '@picksync/process';
import { expect, onTestFinished, test } from 'vitest';
import { runWorker } from './testing/run-worker.ts';
import { openWorld } from './testing/world.ts';

const world = await openWorld();

test('a job and its calls of Smartsheet are logged with the trace in which it was enqueued', async () => {
  const account = await world.newAccount();
  const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
  const worker = await runWorker(world, { LOG_LEVEL: 'debug' });
  onTestFinished(worker.stop);
  const url = world.environment.DATABASE_URL;
  const queue = await openQueue({ url, onError: () => {}, getTraceparent: currentTraceparent });
  onTestFinished(() => queue.stop());
  const trace = startTrace();
  const mark = { connectionId: account.connection.id, automationIds: [automation.id] };
  await inTrace(trace, () => world.prisma.$transaction((tx) => markConnectionDirty({ tx, queue, ...mark })));
  await expect.poll(() => world.readOptions(automation)).toEqual(['a']);
  const ofTrace = () =>
    worker.lines.filter((line) => line.trace === trace.traceId && line.process === 'sync-worker');
  await expect.poll(() => ofTrace().map(({ msg }) => msg)).toContain('job done');
  expect(ofTrace().filter(({ msg }) => msg === 'smartsheet call')).toMatchObject([
    { operation: expect.any(String), status: '200', region: 'us' },
    {},
    { operation: 'columns.update' },
  ]);
});
