import { markConnectionDirty } from '@picksync/db';
import type { LogLine } from './process.ts';
import type { Worker } from './product.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

/** Marks an account for a sync, as the API and the sweep do. */
export function markAccount(
  { prisma, queue }: Pick<Stage, 'prisma' | 'queue'>,
  marks: { connectionId: string; automationIds?: string[]; sheetIds?: string[] },
): Promise<boolean> {
  return prisma.$transaction((tx) => markConnectionDirty({ tx, queue, ...marks }));
}

/** Waits until no account has work left. */
export function untilAtRest({ prisma }: Pick<Stage, 'prisma'>, within: number): Promise<number> {
  return until(
    async () => (await prisma.smartsheetConnection.count({ where: { syncState: { not: 'idle' } } })) === 0,
    {
      within,
      what: 'every account is at rest',
    },
  );
}

/** Makes every account due, starts one sweep, and returns what the worker that ran it logged. */
export async function sweepOnce(
  { prisma, queue }: Pick<Stage, 'prisma' | 'queue'>,
  ...workers: Worker[]
): Promise<LogLine & { ms: number; waitedMs: number }> {
  await prisma.smartsheetConnection.updateMany({ data: { nextSweepAt: new Date(Date.now() - 1000) } });
  const sweeps = () => workers.flatMap(({ lines }) => lines.filter((line) => line.queue === 'sweep'));
  const known = new Set(sweeps());
  const news = () => sweeps().find((line) => !known.has(line));
  await queue.send(prisma, 'sweep', {});
  await until(() => news() !== undefined, { within: 120_000, every: 5, what: 'the sweep is done' });
  const line = news();
  if (typeof line?.ms !== 'number' || typeof line.waitedMs !== 'number') throw new Error('The sweep failed');
  return { ...line, ms: line.ms, waitedMs: line.waitedMs };
}
