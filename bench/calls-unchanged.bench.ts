import type { Figure } from './figure.ts';
import { plantAccounts } from './stage/accounts.ts';
import { callReport } from './stage/sandbox-view.ts';
import { onStage } from './stage/stage.ts';
import { sweepOnce } from './stage/work.ts';

/** An unchanged account costs one call per sweep, however many automations it has. */
export const figure: Figure = {
  title: 'Calls per unchanged account and sweep',
  meaning:
    'Smartsheet calls per unchanged account and sweep, with 1 and 100 automations: what it costs that nothing has changed',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const many = quick ? 10 : 50;
      const accounts = [
        ...(await plantAccounts(stage, { accounts: 5, sources: 1, targets: 1 })),
        ...(await plantAccounts(stage, { accounts: 2, sources: many, targets: 2 })),
      ];
      const worker = await stage.startWorker();
      const sweeps = 3;
      await stage.sandbox.forgetCalls();
      for (let count = 0; count < sweeps; count += 1) {
        const { unchanged } = await sweepOnce(stage, worker);
        if (unchanged !== accounts.length) throw new Error(`Only ${unchanged} accounts were found unchanged`);
      }
      const report = await callReport(stage.sandbox);
      const perSweep = accounts.map(({ email }) => (report.accounts[email]?.calls ?? 0) / sweeps);
      return [
        {
          what: 'calls, the most of any account',
          value: Math.max(...perSweep),
          unit: 'calls',
          limit: { exactly: 1 },
          detail: `accounts with 1 and ${2 * many} automations, ${report.calls} calls in ${sweeps} sweeps`,
        },
      ];
    }),
};
