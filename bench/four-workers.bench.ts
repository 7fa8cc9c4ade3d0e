import pLimit from 'p-limit';
import type { Figure, Measure } from './figure.ts';
import { type PlantedAccount, plantAccounts } from './stage/accounts.ts';
import type { Worker } from './stage/product.ts';
import { callReport, editCell } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { markAccount, sweepOnce, untilAtRest } from './stage/work.ts';

/**
 * Far enough away that workers wait rather than compute: what is asked is whether they stand in each other's way, and
 * not how many fit on this machine.
 */
const latencyMs = 500;
/** The worker's own default: accounts it brings in step at once. */
const concurrency = 8;

export const figure: Figure = {
  title: 'Four workers against one',
  meaning:
    'Jobs per second with four workers against one, and connections whose calls overlapped while everybody wanted the same few',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const count = 4 * concurrency * (quick ? 1 : 6);
      const accounts = await plantAccounts(stage, { accounts: count, sources: 1, targets: 1 });
      const workers = [await stage.startWorker()];
      const alone = await syncAll(stage, accounts, 'First');
      say(`${count} accounts alone: ${alone.toFixed(1)} s`);
      for (let more = 0; more < 3; more += 1) workers.push(await stage.startWorker());
      const together = await syncAll(stage, accounts, 'Second');
      say(`${count} accounts together: ${together.toFixed(1)} s`);
      return [
        {
          what: 'jobs per second',
          value: alone / together,
          unit: '×',
          limit: { atLeast: 0.85 * 4 },
          detail: `${(count / alone).toFixed(1)} a second alone, ${(count / together).toFixed(1)} together`,
        },
        await overlapMeasure(stage, { accounts, workers, seconds: quick ? 5 : 30 }),
      ];
    }),
};

/** Has every source edited, and answers how many seconds it takes until every account is in step. */
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

/** Everybody wants the same few accounts: people edit and click, the sweep looks, four workers compete. */
async function overlapMeasure(
  stage: Stage,
  { accounts, workers, seconds }: { accounts: PlantedAccount[]; workers: Worker[]; seconds: number },
): Promise<Measure> {
  const wanted = accounts.slice(0, 8);
  await stage.sandbox.faults({ lagMs: 50 });
  await stage.sandbox.forgetCalls();
  const endAt = performance.now() + seconds * 1000;
  let marks = 0;
  while (performance.now() < endAt) {
    const value = `Mark ${marks}`;
    await Promise.all([
      sweepOnce(stage, ...workers),
      ...wanted.map(async (account) => {
        await editSource(stage, account, value);
        const { connectionId, sources } = account;
        await markAccount(stage, { connectionId, sheetIds: sources.map(({ sheetId }) => sheetId) });
      }),
    ]);
    marks += wanted.length;
  }
  await untilAtRest(stage, 120_000);
  const report = await callReport(stage.sandbox);
  const overlapping = wanted.filter(({ email }) => (report.accounts[email]?.largestOverlap ?? 0) > 1);
  return {
    what: 'accounts on which calls overlapped',
    value: overlapping.length,
    unit: '',
    limit: { exactly: 0 },
    detail: `${marks} edits and marks of ${wanted.length} accounts in ${seconds} s, ${report.calls} calls`,
  };
}

async function editSource({ sandbox }: Stage, { sources }: PlantedAccount, value: string): Promise<void> {
  const [source] = sources;
  const [rowId] = source?.rowIds ?? [];
  if (!source || rowId === undefined) throw new Error('There is nothing to edit');
  const { sheetId, columnId } = source;
  await editCell(sandbox, { sheetId, columnId, rowId, value });
}
