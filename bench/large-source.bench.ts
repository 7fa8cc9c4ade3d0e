import { plantedSheet } from '@picksync/sync-engine/testing';
import type { Figure } from './figure.ts';
import { type PlantedTarget, plantConnection, plantTargets } from './stage/accounts.ts';
import { editCell, readOptions } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { openTimingProxy } from './stage/timing-proxy.ts';
import { markAccount, untilAtRest } from './stage/work.ts';

const targets = 3;

/** A source of 20,000 rows that feeds several dropdowns, changed again and again. */
export const figure: Figure = {
  title: 'A source of 20,000 rows',
  meaning: 'A source of 20,000 rows: calls that read it in each pass, and memory of the worker',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const { sandbox } = stage;
      const toProvider = await openTimingProxy({ to: sandbox.url });
      stage.atEnd(toProvider.close);
      const account = await plantConnection(stage);
      const { accessToken: token } = await sandbox.token();
      const source = await plantedSheet(sandbox, { token, name: 'Parts catalogue' });
      const share = { sheetId: source.id, account: account.email, access: 'VIEWER' };
      await sandbox.call('PUT', '/api/shares', share);
      const planted = await plantTargets(stage, {
        account,
        source,
        count: targets,
        column: 'Maker',
        options: [],
      });

      const worker = await stage.startWorker({ SMARTSHEET_API_BASE: `${toProvider.url}/2.0` });
      const passes = quick ? 2 : 10;
      for (let pass = 0; pass < passes; pass += 1) {
        const value = `Maker of pass ${pass}`;
        const [rowId = ''] = source.rows;
        await editCell(sandbox, { sheetId: source.id, columnId: source.columns.Maker ?? '', rowId, value });
        const sheetIds = [source.id];
        await markAccount(stage, { connectionId: account.connectionId, sheetIds });
        await untilAtRest(stage, 60_000);
        await requireOption(stage, planted, value);
      }
      const reads = toProvider.exchanges.filter(({ path }) => path.startsWith(`/2.0/sheets/${source.id}`));
      const memory = worker.peakMemoryMb();
      return [
        {
          what: 'calls that read the source, per pass',
          value: reads.length / passes,
          unit: 'calls',
          limit: { exactly: 1 },
        },
        ...(memory === undefined
          ? []
          : [
              {
                what: 'memory of the worker, the most it held',
                value: memory,
                unit: 'MB' as const,
                limit: { atMost: 180 },
                detail: `${source.rows.length} rows into ${targets} dropdowns, ${passes} passes`,
              },
            ]),
      ];
    }),
};

async function requireOption({ sandbox }: Stage, planted: PlantedTarget[], value: string): Promise<void> {
  for (const target of planted) {
    const options = await readOptions(sandbox, target);
    if (!options.includes(value)) throw new Error('A dropdown lacks a value of its source');
  }
}
