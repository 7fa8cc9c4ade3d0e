import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { onStage } from './stage/stage.ts';

/** From starting the process until it takes jobs. */
export const figure: Figure = {
  title: 'Cold start of a worker',
  meaning: 'A worker from its start until it takes jobs',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const times: number[] = [];
      for (let count = 0; count < (quick ? 3 : 20); count += 1) {
        const begun = performance.now();
        const worker = await stage.startWorker();
        times.push((performance.now() - begun) / 1000);
        await worker.end();
      }
      return [
        {
          what: 'p95',
          value: quantile(times, 0.95),
          unit: 's',
          limit: { atMost: 1 },
          detail: `${spread(times, 2)} starts`,
        },
      ];
    }),
};
