import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Figure, Measure } from './figure.ts';
import type { BareJobs } from './racers/bare-loop.racer.ts';
import { type PlantedAccount, type PlantedSource, plantAccounts } from './stage/accounts.ts';
import { startProcess } from './stage/process.ts';
import type { Worker } from './stage/product.ts';
import { callReport, editCell } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { type Exchange, openTimingProxy } from './stage/timing-proxy.ts';
import { until } from './stage/until.ts';
import { markAccount, sweepOnce, untilAtRest } from './stage/work.ts';

/**
 * Long enough that workers wait rather than compute: the figure is about whether they block each other, not about how
 * many fit on this machine.
 */
const latencyMs = 500;
/** The worker's default: how many accounts it syncs at the same time. */
const concurrency = 8;

export const figure: Figure = {
  title: 'Four workers against one',
  meaning:
    'Jobs per second with four workers against one, as a share of what four bare loops of the same calls gain over one; and how often two syncs or two writes of one account were under way at once while everybody wanted the same few',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const count = 4 * concurrency * (quick ? 1 : 4);
      const accounts = await plantAccounts(stage, { accounts: count, sources: 1, targets: 1 });
      const workers = [await stage.startWorker()];
      await stage.sandbox.forgetCalls();
      const alone = await syncAll(stage, accounts, 'First');
      const calls = Math.round((await callReport(stage.sandbox)).calls / count);
      say(`${count} accounts alone: ${alone.toFixed(1)} s, ${calls} calls each`);
      for (let more = 0; more < 3; more += 1) workers.push(await stage.startWorker());
      const together = await syncAll(stage, accounts, 'Second');
      say(`${count} accounts together: ${together.toFixed(1)} s`);
      const bareAlone = await runBare(stage, { accounts, calls, processes: 1 });
      const bareTogether = await runBare(stage, { accounts, calls, processes: 4 });
      for (const worker of workers) await worker.end();
      const [gain, bareGain] = [alone / together, bareAlone / bareTogether];
      const each = `${(count / alone).toFixed(1)} a second alone, ${(count / together).toFixed(1)} together`;
      return [
        {
          what: 'gain in jobs per second, against that of bare loops',
          value: gain / bareGain,
          unit: '×',
          limit: { atLeast: 0.85 },
          detail: `${gain.toFixed(2)} × against ${bareGain.toFixed(2)} ×; ${each}`,
        },
        ...(await overlapMeasures(stage, { accounts: accounts.slice(0, 8), seconds: quick ? 5 : 30 })),
      ];
    }),
};

/** Edits every source, and returns how many seconds it takes until every account is in sync. */
async function syncAll(stage: Stage, accounts: PlantedAccount[], value: string): Promise<number> {
  await stage.sandbox.faults({});
  await pLimit(8).map(accounts, (account) => editSource(stage, account, value));
  await stage.sandbox.faults({ lagMs: latencyMs });
  const begun = performance.now();
  await pLimit(8).map(accounts, ({ connectionId, sources }) =>
    markAccount(stage, { connectionId, sheetIds: sources.map(({ sheetId }) => sheetId) }),
  );
  return ((await untilAtRest(stage, 300_000)) - begun) / 1000;
}

/** Makes the calls of the same jobs in processes that do nothing else, and returns how many seconds they take. */
async function runBare(
  { sandbox, atEnd }: Stage,
  { accounts, calls, processes }: { accounts: PlantedAccount[]; calls: number; processes: number },
): Promise<number> {
  const script = fileURLToPath(new URL('racers/bare-loop.racer.ts', import.meta.url));
  const loops = Array.from({ length: processes }, () => startProcess({ script, environment: {} }));
  for (const loop of loops) {
    atEnd(() => loop.end('SIGKILL'));
    await until(() => loop.lines.length > 0, { within: 10_000, what: 'a bare loop stands ready' });
  }
  const jobs = accounts.map(({ token, sources }) => ({ token, sheetId: sources[0]?.sheetId ?? '' }));
  const begun = performance.now();
  await Promise.all(
    loops.map(async ({ child }, place) => {
      const share = jobs.filter((_, index) => index % processes === place);
      const message: BareJobs = { apiBase: sandbox.apiBase, jobs: share, calls, concurrency };
      child.send(message);
      await once(child, 'message');
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  for (const { end } of loops) await end('SIGKILL');
  return seconds;
}

/**
 * All work is about the same few accounts: users edit sheets and request syncs, the sweep runs, four workers compete. The
 * sweep asks for the list of an account's sheets without a lock (docs/decisions/sweep-without-a-lock.md): that call may
 * come beside a sync, whose own calls come one after another here, where each account has one automation.
 */
async function overlapMeasures(
  stage: Stage,
  { accounts, seconds }: { accounts: PlantedAccount[]; seconds: number },
): Promise<Measure[]> {
  const toProvider = await openTimingProxy({ to: stage.sandbox.url });
  stage.atEnd(toProvider.close);
  const workers: Worker[] = [];
  for (let count = 0; count < 4; count += 1) {
    workers.push(await stage.startWorker({ SMARTSHEET_API_BASE: `${toProvider.url}/2.0` }));
  }
  await stage.sandbox.faults({ lagMs: 50 });
  const endAt = performance.now() + seconds * 1000;
  let marks = 0;
  while (performance.now() < endAt) {
    const value = `Mark ${marks}`;
    await Promise.all([
      sweepOnce(stage, ...workers),
      ...accounts.map(async (account) => {
        await editSource(stage, account, value);
        const { connectionId, sources } = account;
        await markAccount(stage, { connectionId, sheetIds: sources.map(({ sheetId }) => sheetId) });
      }),
    ]);
    marks += accounts.length;
  }
  await untilAtRest(stage, 120_000);
  const { exchanges } = toProvider;
  const detail = `${marks} edits and marks of ${accounts.length} accounts in ${seconds} s, ${exchanges.length} calls`;
  const syncs = accounts.map(({ sources }) => findSyncCalls(exchanges, sources));
  const count = (calls: Exchange[][]) => calls.reduce((sum, one) => sum + countOverlaps(one), 0);
  const writes = syncs.map((calls) => calls.filter(({ method }) => method === 'PUT'));
  const limit = { exactly: 0 };
  return [
    { what: 'calls of two syncs of one account at once', value: count(syncs), unit: '', limit, detail },
    { what: 'writes of one account at once', value: count(writes), unit: '', limit },
  ];
}

/** Returns the calls about the sheets of an account. The list of all its sheets, which the sweep asks for, is none. */
function findSyncCalls(exchanges: readonly Exchange[], sources: PlantedSource[]): Exchange[] {
  const sheetIds = sources.flatMap(({ sheetId, targets }) => [sheetId, ...targets.map((one) => one.sheetId)]);
  return exchanges.filter(({ path }) => sheetIds.includes(/^\/2\.0\/sheets\/(\d+)/.exec(path)?.[1] ?? ''));
}

/** Counts the calls that began before an earlier one had ended. */
function countOverlaps(calls: readonly Exchange[]): number {
  const sorted = calls.toSorted((one, other) => one.beganAt - other.beganAt);
  let overlaps = 0;
  let busyUntil = 0;
  for (const { beganAt, endedAt } of sorted) {
    if (beganAt < busyUntil) overlaps += 1;
    busyUntil = Math.max(busyUntil, endedAt);
  }
  return overlaps;
}

async function editSource({ sandbox }: Stage, { sources }: PlantedAccount, value: string): Promise<void> {
  const [source] = sources;
  const [rowId] = source?.rowIds ?? [];
  if (!source || rowId === undefined) throw new Error('There is nothing to edit');
  const { sheetId, columnId } = source;
  await editCell(sandbox, { sheetId, columnId, rowId, value });
}
