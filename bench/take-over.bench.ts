import type { Figure, Measure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { type PlantedAccount, plantAccounts } from './stage/accounts.ts';
import type { Worker } from './stage/product.ts';
import { callReport, editCell, readOptions } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { until } from './stage/until.ts';
import { markAccount, untilAtRest } from './stage/work.ts';

type Interruption = {
  what: string;
  /** The call that is waiting for its answer at that moment. */
  during: string;
  limitSeconds: number;
  interrupt: (worker: Worker) => Promise<void>;
};

/** A worker is interrupted in the middle of its work; time runs until another has finished the job. */
const interruptions: Interruption[] = [
  {
    what: 'killed',
    during: 'columns.update',
    limitSeconds: 5,
    interrupt: (worker) => worker.end('SIGKILL'),
  },
  {
    what: 'stopped',
    // A write of a stopped process would not end, and Smartsheet refuses a second write meanwhile.
    during: 'sheets.get',
    limitSeconds: 20,
    interrupt: async ({ pid }) => void process.kill(pid, 'SIGSTOP'),
  },
];

export const figure: Figure = {
  title: 'kill -9 or SIGSTOP to take-over',
  meaning: 'A worker is killed, or stopped, while it writes; until another has finished the job',
  measure: async ({ postgres, quick, say }) => {
    const measures: Measure[] = [];
    for (const interruption of interruptions) {
      measures.push(
        await onStage({ postgres }, async (stage) =>
          takeOver(stage, { interruption, rounds: quick ? 1 : 5, say }),
        ),
      );
    }
    return measures;
  },
};

async function takeOver(
  stage: Stage,
  options: { interruption: Interruption; rounds: number; say: (text: string) => void },
): Promise<Measure> {
  const { what, during, limitSeconds, interrupt } = options.interruption;
  const accounts = await plantAccounts(stage, { accounts: options.rounds, sources: 1, targets: 1 });
  let workers = [await stage.startWorker(), await stage.startWorker()];
  const times: number[] = [];
  for (const account of accounts) {
    const busy = await keepBusy(stage, { account, workers, during });
    const interruptedAt = performance.now();
    await interrupt(busy);
    const doneAt = await untilAtRest(stage, 60_000);
    await requireDone(stage, account);
    times.push((doneAt - interruptedAt) / 1000);
    options.say(`${what}: taken over and finished after ${times.at(-1)?.toFixed(1)} s`);
    await busy.end('SIGKILL');
    workers = [...workers.filter((worker) => worker !== busy), await stage.startWorker()];
  }
  return {
    what: `until another worker has finished the job of one that was ${what}, the longest`,
    value: quantile(times, 1),
    unit: 's',
    limit: { atMost: limitSeconds },
    detail: spread(times, 1),
  };
}

const newValue = 'Delta';

/** Makes a worker wait for an answer, and returns that worker. */
async function keepBusy(
  stage: Stage,
  { account, workers, during }: { account: PlantedAccount; workers: Worker[]; during: string },
): Promise<Worker> {
  const { sandbox } = stage;
  const [source] = account.sources;
  const [rowId] = source?.rowIds ?? [];
  if (!source || rowId === undefined) throw new Error('There is nothing to edit');
  const { sheetId, columnId } = source;
  await editCell(sandbox, { sheetId, columnId, rowId, value: newValue });
  await sandbox.faults({ lagMs: 60_000, operations: [during] });
  await sandbox.forgetCalls();
  await markAccount(stage, { connectionId: account.connectionId, sheetIds: [sheetId] });
  const calls = async () => (await callReport(sandbox)).operations[during] ?? 0;
  await until(async () => (await calls()) > 0, { within: 20_000, what: 'a worker waits for its answer' });
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
  const options = target ? await readOptions(sandbox, target) : [];
  if (options[0] !== newValue) throw new Error('The dropdown was not written');
}
