import pLimit from 'p-limit';
import type { Figure } from './figure.ts';
import { type PlantedAccount, plantAccounts } from './stage/accounts.ts';
import { callReport } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { sweepOnce } from './stage/work.ts';

const latencyMs = 150;
/** As many accounts at the same time as the worker's default; the calls of one account run one after another. */
const concurrency = 32;

/**
 * Compares the product with the simplest possible script, which each time reads the source and the target of every
 * automation. Both look at the same unchanged accounts, and neither writes.
 */
export const figure: Figure = {
  title: 'A naive poller beside ours',
  meaning:
    'The same unchanged accounts, looked at by a poller that reads both sheets of every automation, and by ours: calls and time, Smartsheet 150 ms away',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const accounts = await plantAccounts(stage, {
        accounts: quick ? 10 : 50,
        sources: 2,
        targets: 5,
      });
      const automations = accounts.length * 10;
      const worker = await stage.startWorker();
      await stage.sandbox.faults({ lagMs: latencyMs });

      const naive = await counted(stage, () => pollNaively(stage, accounts));
      const ours = await counted(stage, async () => {
        const { unchanged } = await sweepOnce(stage, worker);
        if (unchanged !== accounts.length) throw new Error(`Only ${unchanged} accounts were found unchanged`);
      });
      say(`naive: ${naive.calls} calls in ${naive.ms} ms; ours: ${ours.calls} calls in ${ours.ms} ms`);
      return [
        {
          what: 'calls of the naive poller for each of ours',
          value: naive.calls / ours.calls,
          unit: '×',
          limit: { atLeast: 20 },
          detail: `${automations} automations: ${naive.calls} against ${ours.calls} calls`,
        },
        {
          what: 'time of the naive poller for each of ours',
          value: naive.ms / ours.ms,
          unit: '×',
          limit: { atLeast: 5 },
          detail: `${naive.ms} against ${ours.ms} ms`,
        },
      ];
    }),
};

async function counted(stage: Stage, work: () => Promise<void>): Promise<{ calls: number; ms: number }> {
  await stage.sandbox.forgetCalls();
  const begun = performance.now();
  await work();
  const ms = Math.round(performance.now() - begun);
  return { calls: (await callReport(stage.sandbox)).calls, ms };
}

/** Reads the source and the target of every automation, and throws when a list is not what its source says. */
async function pollNaively({ sandbox }: Stage, accounts: PlantedAccount[]): Promise<void> {
  await pLimit(concurrency).map(accounts, async ({ token, sources }) => {
    const read = async (sheetId: string) => {
      const query = 'level=2&include=objectValue';
      const answer = await fetch(`${sandbox.apiBase}/sheets/${sheetId}?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`The naive poller was answered ${answer.status}`);
      return (await answer.json()) as NaiveSheet;
    };
    for (const source of sources) {
      for (const target of source.targets) {
        const values = getValues(await read(source.sheetId), source.columnId);
        const { columns } = await read(target.sheetId);
        const options = columns.find(({ id }) => String(id) === target.columnId)?.options ?? [];
        if (options.join() !== values.join()) throw new Error('The naive poller found a list that differs');
      }
    }
  });
}

type NaiveSheet = {
  columns: { id: number; options?: string[] }[];
  rows: { cells: { columnId: number; displayValue?: string }[] }[];
};

function getValues({ rows }: NaiveSheet, columnId: string): string[] {
  const cells = rows.flatMap((row) => row.cells).filter((cell) => String(cell.columnId) === columnId);
  return [...new Set(cells.flatMap(({ displayValue }) => displayValue ?? []))];
}
