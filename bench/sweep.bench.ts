import type { Figure, Measure } from './figure.ts';
import { plantAccounts } from './stage/accounts.ts';
import { withApplicationName, workerApplications } from './stage/named-database.ts';
import { callReport } from './stage/sandbox-view.ts';
import { onStage } from './stage/stage.ts';
import { recordStatements, type Statement } from './stage/statements.ts';
import { sweepOnce } from './stage/work.ts';

const latencyMs = 150;
/** The worker's default: how many accounts it checks at the same time. */
const concurrency = 32;
const workerName = 'sweep-worker';

/** Every account is due at the same time, which is the worst case: in production they are spread over 15 minutes. */
export const figure: Figure = {
  title: 'Sweep of 10,000 automations over 1,000 accounts, unchanged, 150 ms away',
  meaning:
    '10,000 automations over 1,000 accounts, all due at once, Smartsheet 150 ms away: time, SQL and memory',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const count = quick ? 100 : 1000;
      const accounts = await plantAccounts(stage, { accounts: count, sources: 2, targets: 5 });
      say(`planted ${accounts.length} accounts`);
      const worker = await stage.startWorker({ DATABASE_URL: withApplicationName(stage.url, workerName) });
      await stage.sandbox.faults({ lagMs: latencyMs });
      const sweep = async () => {
        const line = await sweepOnce(stage, worker);
        if (line.unchanged !== count) throw new Error(`Not all were unchanged: ${JSON.stringify(line)}`);
        return line.ms + line.waitedMs;
      };

      await stage.sandbox.forgetCalls();
      const cpuBefore = worker.cpuSeconds();
      const times = [await sweep(), await sweep(), await sweep()];
      const cpu = cpuSince(cpuBefore, worker.cpuSeconds());
      const { calls, statuses } = await callReport(stage.sandbox);
      const memory = worker.peakMemoryMb();
      say(`swept in ${times.join(', ')} ms with ${calls} calls, answered ${JSON.stringify(statuses)}`);
      const recorded = await recordStatements({ postgres, database: stage.url }, sweep);
      const isOfWorker = ({ application }: Statement) => workerApplications(workerName).includes(application);
      const statements = recorded.filter(isOfWorker);

      const waiting = (calls / times.length / concurrency) * latencyMs;
      const longest = Math.max(...times);
      return [
        {
          what: `time for ${count} accounts, the longest of ${times.length}, against waiting for answers`,
          value: longest / waiting,
          unit: '×',
          limit: { atMost: 1.3 },
          detail: `${(longest / 1000).toFixed(2)} s, of which ${(waiting / 1000).toFixed(2)} are waiting`,
        },
        {
          what: 'SQL statements per account',
          value: statements.length / count,
          unit: '',
          limit: { atMost: 0.21 },
          detail: `${statements.length} of the worker, the polls of its queues among them`,
        },
        ...(cpu === undefined ? [] : [cpuMeasure((cpu * 1000) / (count * times.length))]),
        ...(memory === undefined ? [] : [memoryMeasure(memory)]),
      ];
    }),
};

function cpuSince(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

function cpuMeasure(msPerAccount: number): Measure {
  return {
    what: 'processor time of the worker per account and sweep',
    value: msPerAccount,
    unit: 'ms',
    limit: { atMost: 1.5 },
  };
}

function memoryMeasure(memory: number): Measure {
  return {
    what: 'memory of the worker, the most it held',
    value: memory,
    unit: 'MB',
    limit: { atMost: 190 },
  };
}
