import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { type PlantedAccount, plantAccounts } from './stage/accounts.ts';
import { editCell } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { until } from './stage/until.ts';
import { markAccount } from './stage/work.ts';

const latencyMs = 100;

/**
 * One account with a hundred automations changes a source every second and reaches its rate limit; the others change
 * seldom. Their waiting time is compared with their waiting time without the noisy account, on one worker.
 */
export const figure: Figure = {
  title: 'Quiet accounts beside a noisy one',
  meaning:
    'What quiet accounts wait beside one that changes all the time and meets its limit, against what they wait alone',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres, sandbox: { RATE_LIMIT: '300' } }, async (stage) => {
      const quiet = await plantAccounts(stage, { accounts: quick ? 5 : 40, sources: 1, targets: 1 });
      const [noisy] = await plantAccounts(stage, { accounts: 1, sources: quick ? 20 : 100, targets: 1 });
      if (!noisy) throw new Error('Nobody makes noise');
      await stage.startWorker();
      await stage.sandbox.faults({ lagMs: latencyMs });
      const alone = await measureWaits(stage, quiet, 'First');
      say(`alone: ${spread(alone, 0)} ms`);
      const hush = makeNoise(stage, noisy);
      const beside = await measureWaits(stage, quiet, 'Second').finally(hush);
      say(`beside a noisy one: ${spread(beside, 0)} ms`);
      return [
        {
          what: 'p95 of what a quiet account waits, against alone',
          value: quantile(beside, 0.95) / quantile(alone, 0.95),
          unit: '×',
          limit: { atMost: 2 },
          detail: `${spread(beside, 0)} ms beside, ${spread(alone, 0)} ms alone`,
        },
      ];
    }),
};

/** Edits one account after the other, and measures how long each waits until it is in sync. */
async function measureWaits(stage: Stage, accounts: PlantedAccount[], value: string): Promise<number[]> {
  const waits: number[] = [];
  for (const account of accounts) {
    await editFirst(stage, account.sources[0], value);
    const begunAt = performance.now();
    await markAccount(stage, {
      connectionId: account.connectionId,
      sheetIds: account.sources.map(({ sheetId }) => sheetId),
    });
    const { connectionId: id } = account;
    const isAtRest = async () =>
      (await stage.prisma.smartsheetConnection.count({ where: { id, syncState: 'idle' } })) === 1;
    waits.push(
      (await until(isAtRest, { within: 60_000, every: 5, what: 'a quiet account is in step' })) - begunAt,
    );
  }
  return waits;
}

/** Changes an account all the time. The returned function stops it. */
function makeNoise(stage: Stage, { connectionId, sources }: PlantedAccount): () => Promise<void> {
  const sheetIds = sources.map(({ sheetId }) => sheetId);
  let round = 0;
  let last = Promise.resolve();
  const timer = setInterval(() => {
    round += 1;
    const source = sources[round % sources.length];
    last = last
      .then(() => editFirst(stage, source, `Noise ${round}`))
      .then(() => markAccount(stage, { connectionId, sheetIds }))
      .then(() => {});
  }, 1000);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

async function editFirst(
  { sandbox }: Stage,
  source: PlantedAccount['sources'][number] | undefined,
  value: string,
): Promise<void> {
  const rowId = source?.rowIds[0];
  if (!source || rowId === undefined) throw new Error('There is nothing to edit');
  await editCell(sandbox, { sheetId: source.sheetId, columnId: source.columnId, rowId, value });
}
