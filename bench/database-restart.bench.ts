import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { plantAccounts } from './stage/accounts.ts';
import { startPostgres } from './stage/postgres.ts';
import { onStage } from './stage/stage.ts';
import { until } from './stage/until.ts';
import { markAccount, untilAtRest } from './stage/work.ts';

/** From the moment the database takes connections again until a worker has done a job. */
export const figure: Figure = {
  title: 'Restart of PostgreSQL to the first job',
  meaning: 'From the moment PostgreSQL takes connections again to the first job that is done',
  measure: async ({ quick, say }) => {
    // A server of its own, because restarting the shared one would disturb the other figures.
    const postgres = await startPostgres();
    try {
      return await onStage({ postgres }, async (stage) => {
        const [account] = await plantAccounts(stage, { accounts: 1, sources: 1, targets: 1 });
        if (!account) throw new Error('Nobody was planted');
        const { connectionId } = account;
        await stage.startWorker();
        const times: number[] = [];
        for (let count = 0; count < (quick ? 2 : 10); count += 1) {
          await postgres.restart();
          const backAt = performance.now();
          // Our own connections broke as well, so this is retried, as a user would.
          const marked = () => markAccount(stage, { connectionId, sheetIds: [] }).catch(() => false);
          await until(marked, { within: 20_000, every: 20, what: 'the account is marked' });
          times.push(((await untilAtRest(stage, 20_000)) - backAt) / 1000);
          say(`the first job was done after ${times.at(-1)?.toFixed(2)} s`);
        }
        return [
          {
            what: 'until the first job is done, the longest',
            value: quantile(times, 1),
            unit: 's',
            limit: { atMost: 2 },
            detail: `${spread(times, 2)} restarts`,
          },
        ];
      });
    } finally {
      await postgres.stop();
    }
  },
};
