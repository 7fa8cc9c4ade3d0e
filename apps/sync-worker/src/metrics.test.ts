import { findProblems } from '@picksync/metrics/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runWorker } from './testing/run-worker.ts';
import { openWorld } from './testing/world.ts';

const world = await openWorld();

test('after a sync the metrics of a worker have every name, known labels, and nothing personal', async () => {
  const account = await world.newAccount();
  const { automation } = await world.newAutomation({ account, values: ['a'], options: [] });
  const worker = await runWorker(world);
  onTestFinished(worker.stop);
  await world.mark(account.connection.id, { automationIds: [automation.id] });
  await expect.poll(() => world.readOptions(automation)).toEqual(['a']);
  const read = async () => (await fetch(`${worker.address}/metrics`)).text();
  await expect.poll(read).toContain('picksync_workers_alive 1');
  const text = await read();
  expect(findProblems(text, { process: 'sync-worker' })).toEqual([]);
  expect(text).not.toContain(automation.name);
  for (const expected of [
    /picksync_automation_runs_total\{outcome="changed",class="none"\} 1/,
    /picksync_sync_delay_seconds_count\{cause="callback"\} 1/,
    /picksync_smartsheet_calls_total\{operation="columns.update",status="200",region="us"\} 1/,
    /picksync_jobs_total\{queue="sync-connection",outcome="done"\} 1/,
    /picksync_queue_limit_seconds\{queue="sync-connection"\} 15/,
    /picksync_automations\{state="active"\} 1/,
    /picksync_connections\{status="connected",region="us"\} 1/,
    /picksync_sealed_secrets\{key="[\w-]+",current="true"\} [1-9]/,
    /picksync_ready\{part="database_writable"\} 1/,
    /picksync_db_pool_connections\{pool="queue",state="max"\} 4/,
    /picksync_listener_lag_seconds\{channel="queue"\} [\d.e-]+/,
  ])
    expect(text).toMatch(expected);
});

test('a single worker exports what is read from the database, and another takes over', async () => {
  const [first, second] = [await runWorker(world), await runWorker(world)];
  onTestFinished(second.stop);
  const read = async ({ address }: { address: string }) => (await fetch(`${address}/metrics`)).text();
  const exports = async (worker: { address: string }) =>
    (await read(worker)).includes('picksync_queue_jobs{');
  await expect.poll(() => exports(first)).toBe(true);
  expect(await exports(second)).toBe(false);
  // A 0 would say that there is no worker.
  expect(await read(second)).not.toMatch(/^picksync_workers_alive/m);
  await first.stop();
  await expect.poll(() => exports(second)).toBe(true);
});
