import type { Figure, Measure } from './figure.ts';
import { type PlantedAccount, plantAccounts, plantedValues } from './stage/accounts.ts';
import { callReport, editCell, readOptions } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { sweepOnce, untilAtRest } from './stage/work.ts';

const newValue = 'Delta';

/**
 * A changed source with K targets: one call finds the change, one reads the source, and each target costs a read and,
 * where it differs, a write.
 */
export const figure: Figure = {
  title: 'Calls for a changed source with K targets',
  meaning: 'Calls and writes for a changed source with K targets, half of which are right already',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const worker = await stage.startWorker();
      const measures: Measure[] = [];
      for (const targets of quick ? [1, 5] : [1, 2, 5, 10, 20]) {
        const [account] = await plantAccounts(stage, { accounts: 1, sources: 2, targets });
        if (!account) throw new Error('Nobody was planted');
        // Some dropdowns already have the new value, entered by hand: they must be read but not written.
        const right = Math.floor(targets / 2);
        await changeSource(stage, account, right);
        await stage.sandbox.forgetCalls();
        await sweepOnce(stage, worker);
        await untilAtRest(stage, 60_000);
        const made = (await callReport(stage.sandbox)).accounts[account.email];
        await requireRight(stage, account);
        measures.push(
          {
            what: `calls, K = ${targets}`,
            value: made?.calls ?? 0,
            unit: 'calls',
            limit: { atMost: 2 + targets + (targets - right) },
          },
          {
            what: `writes, K = ${targets}, ${targets - right} of them differ`,
            value: made?.writes ?? 0,
            unit: 'calls',
            limit: { exactly: targets - right },
          },
        );
      }
      return measures;
    }),
};

async function changeSource({ sandbox }: Stage, account: PlantedAccount, right: number): Promise<void> {
  const [source] = account.sources;
  const [rowId] = source?.rowIds ?? [];
  if (!source || rowId === undefined) throw new Error('There is no row to edit');
  const { sheetId, columnId } = source;
  await editCell(sandbox, { sheetId, columnId, rowId, value: newValue });
  for (const target of source.targets.slice(0, right)) {
    const path = `/2.0/sheets/${target.sheetId}/columns/${target.columnId}`;
    await sandbox.call('PUT', path, { type: 'PICKLIST', options: changedValues }, account.token);
  }
}

const changedValues = [newValue, ...plantedValues.slice(1)];

async function requireRight({ sandbox }: Stage, { sources }: PlantedAccount): Promise<void> {
  for (const target of sources[0]?.targets ?? []) {
    const options = await readOptions(sandbox, target);
    if (options.join() !== changedValues.join()) throw new Error('A dropdown does not have its new options');
  }
}
