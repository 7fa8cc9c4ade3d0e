import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { type PlantedAccount, plantAccounts } from './stage/accounts.ts';
import type { Worker } from './stage/product.ts';
import { callReport, editCell, optionsOf } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { until } from './stage/until.ts';
import { markAccount, untilAtRest } from './stage/work.ts';

/** A worker is killed while it writes a dropdown; time runs until another has finished the job. */
export const figure: Figure = {
  title: 'kill -9 to take-over',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const accounts = await plantAccounts(stage, { accounts: quick ? 1 : 5, sources: 1, targets: 1 });
      let workers = [await stage.startWorker(), await stage.startWorker()];
      const times: number[] = [];
      for (const account of accounts) {
        const busy = await keepBusy(stage, account, workers);
        const killedAt = performance.now();
        await busy.end('SIGKILL');
        const doneAt = await untilAtRest(stage, 60_000);
        await requireDone(stage, account);
        times.push((doneAt - killedAt) / 1000);
        say(`taken over and finished after ${times.at(-1)?.toFixed(1)} s`);
        workers = [...workers.filter((worker) => worker !== busy), await stage.startWorker()];
      }
      return [
        {
          what: 'until another worker has finished the job, the longest',
          value: quantile(times, 1),
          unit: 's',
          limit: { atMost: 15 },
          detail: spread(times, 1),
        },
      ];
    }),
};

const newValue = 'Delta';

/** Lets a worker hang in the middle of a write, and answers which one it is. */
async function keepBusy(stage: Stage, account: PlantedAccount, workers: Worker[]): Promise<Worker> {
  const { sandbox } = stage;
  const [source] = account.sources;
  const [rowId] = source?.rowIds ?? [];
  if (!source || rowId === undefined) throw new Error('There is nothing to edit');
  const { sheetId, columnId } = source;
  await editCell(sandbox, { sheetId, columnId, rowId, value: newValue });
  await sandbox.forgetCalls();
  await sandbox.faults({ lagMs: 60_000, operations: ['columns.update'] });
  await markAccount(stage, { connectionId: account.connectionId, sheetIds: [sheetId] });
  const writes = async () => (await callReport(sandbox)).writes;
  await until(async () => (await writes()) > 0, { within: 20_000, what: 'a worker writes' });
  await sandbox.faults({});
  for (const worker of workers) {
    const answer = await fetch(`${worker.address}/healthz`);
    const { running } = (await answer.json()) as { running: number };
    if (running > 0) return worker;
  }
  throw new Error('No worker is at it');
}

async function requireDone({ sandbox }: Stage, { sources }: PlantedAccount): Promise<void> {
  const [target] = sources[0]?.targets ?? [];
  const options = target ? await optionsOf(sandbox, target) : [];
  if (options[0] !== newValue) throw new Error('The dropdown was not written');
}
