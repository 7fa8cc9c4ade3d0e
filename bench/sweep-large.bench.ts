import type { Figure, Measure } from './figure.ts';
import { plantBareAccounts } from './stage/bare-accounts.ts';
import { startSheetList } from './stage/sheet-list.ts';
import { onStage } from './stage/stage.ts';
import { sweepOnce } from './stage/work.ts';

const latencyMs = 150;
const windowSeconds = 15 * 60;
const [sources, targets] = [2, 10];

/**
 * Every account is due at the same time. Spread over 15 minutes as in production, the same work leaves the worker idle
 * most of the time.
 */
export const figure: Figure = {
  title: 'Sweep of 100,000 automations over 10,000 accounts, unchanged, 150 ms away',
  meaning:
    '100,000 automations over 10,000 accounts, all due at once, a bare list of sheets 150 ms away: one worker',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const accounts = quick ? 1000 : 10_000;
      const apiBase = await startSheetList(stage, { sheets: sources + targets, latencyMs });
      await plantBareAccounts(stage, { accounts, sources, targets });
      say(`planted ${accounts} accounts`);
      const worker = await stage.startWorker({ SMARTSHEET_API_BASE: apiBase });
      const cpuBefore = worker.cpuSeconds();
      const line = await sweepOnce(stage, worker);
      if (line.unchanged !== accounts) throw new Error(`Not all were unchanged: ${JSON.stringify(line)}`);
      const cpu = worker.cpuSeconds();
      const seconds = (line.ms + line.waitedMs) / 1000;
      return [
        {
          what: `time for ${accounts} accounts`,
          value: seconds,
          unit: 's',
          limit: { atMost: windowSeconds },
          detail: `${(accounts / seconds).toFixed(0)} a second`,
        },
        ...(cpu === undefined || cpuBefore === undefined ? [] : [getCoreShare(cpu - cpuBefore)]),
        ...describeMemory(worker.peakMemoryMb()),
      ];
    }),
};

/** Returns the share of a core that one such sweep every 15 minutes takes. */
function getCoreShare(seconds: number): Measure {
  return {
    what: 'of a core, at one sweep in 15 minutes',
    value: (100 * seconds) / windowSeconds,
    unit: '%',
    limit: { atMost: 30 },
    detail: `${seconds.toFixed(1)} s of processor time`,
  };
}

function describeMemory(memory: number | undefined): Measure[] {
  if (memory === undefined) return [];
  return [
    { what: 'memory of the worker, the most it held', value: memory, unit: 'MB', limit: { atMost: 200 } },
  ];
}
