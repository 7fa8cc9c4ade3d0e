import pLimit from 'p-limit';
import type { Figure } from './figure.ts';
import { type PlantedAccount, type PlantedSource, plantAccounts } from './stage/accounts.ts';
import { callReport, editCell } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { sweepOnce } from './stage/work.ts';

/** Smartsheet's own limit for a token, which the sandbox enforces as long as a minute lasts. */
const callsPerMinute = 300;
const changedShare = 0.1;

/**
 * A tenth of all sources changes before every sweep, and sweeps follow each other without a pause for longer than the
 * minute the limit is counted in. Large accounts need more calls than they are allowed; two workers share the budgets.
 */
export const figure: Figure = {
  title: '429s provoked while a tenth of the sources change, limit enforced',
  meaning:
    'Answers with 429 while a tenth of the sources change again and again and large accounts want more than they may have',
  measure: ({ postgres, quick, say }) => {
    const sandbox = { RATE_LIMIT: String(callsPerMinute) };
    return onStage({ postgres, sandbox }, async (stage) => {
      const accounts = [
        ...(await plantAccounts(stage, { accounts: quick ? 5 : 50, sources: 10, targets: 1 })),
        ...(await plantAccounts(stage, { accounts: quick ? 1 : 5, sources: 300, targets: 1 })),
      ];
      say(`planted ${accounts.length} accounts`);
      const workers = [await stage.startWorker(), await stage.startWorker()];
      await stage.sandbox.faults({ lagMs: 50 });
      await stage.sandbox.forgetCalls();

      const endAt = performance.now() + (quick ? 10_000 : 90_000);
      let [round, edits] = [0, 0];
      for (; performance.now() < endAt; round += 1) {
        edits += await changeSome(stage, accounts, round);
        await sweepOnce(stage, ...workers);
      }
      const { calls, statuses, accounts: counted } = await callReport(stage.sandbox);
      const most = Math.max(...Object.values(counted).map((account) => account.calls));
      return [
        {
          what: '429s',
          value: statuses['429'] ?? 0,
          unit: '',
          limit: { exactly: 0 },
          detail: `${calls} calls for ${edits} edits and ${round} sweeps in ${quick ? 10 : 90} s, at most ${most} of one account`,
        },
      ];
    });
  },
};

/** Edits another tenth of the sources in every round. */
async function changeSome({ sandbox }: Stage, accounts: PlantedAccount[], round: number): Promise<number> {
  const every = 1 / changedShare;
  const changed = accounts
    .flatMap(({ sources }) => sources)
    .filter((_, index) => (index + round) % every === 0);
  await pLimit(8).map(changed, (source) => editFirst(sandbox, source, `Round ${round}`));
  return changed.length;
}

async function editFirst(sandbox: Stage['sandbox'], source: PlantedSource, value: string): Promise<void> {
  const { sheetId, columnId, rowIds } = source;
  const [rowId] = rowIds;
  if (rowId !== undefined) await editCell(sandbox, { sheetId, columnId, rowId, value });
}
