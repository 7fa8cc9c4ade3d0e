import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, Measure } from './figure.ts';
import { plantBareAccounts } from './stage/bare-accounts.ts';
import { withApplicationName, workerApplications } from './stage/named-database.ts';
import { onStage } from './stage/stage.ts';
import { recordStatements } from './stage/statements.ts';

/** Until what a start brings with it is over. */
const settleMs = 5_000;

/** What processes send to PostgreSQL while nobody does anything. */
export const figure: Figure = {
  title: 'Idle processes',
  meaning:
    'Statements a second that an API and a worker send to PostgreSQL while there is nothing to do, and what the worker holds in memory then',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      await plantBareAccounts(stage, { accounts: 10, sources: 1, targets: 1 });
      const processes = [
        { process: 'API', name: 'idle-api', applications: ['idle-api'] },
        { process: 'worker', name: 'idle-worker', applications: workerApplications('idle-worker') },
      ];
      const [api, worker] = processes.map(({ name }) => ({
        DATABASE_URL: withApplicationName(stage.url, name),
      }));
      await stage.startApi(api);
      const { memoryMb } = await stage.startWorker(worker);
      await pause(settleMs);
      const seconds = quick ? 10 : 60;
      const statements = await recordStatements({ postgres, database: stage.url }, () =>
        pause(seconds * 1000),
      );
      const memory = memoryMb();
      const measures = processes.map(({ process, applications }): Measure => {
        const sent = statements.filter(({ application }) => applications.includes(application));
        return {
          what: `statements a second of one idle ${process}`,
          value: sent.length / seconds,
          unit: '',
          limit: { atMost: 1 },
          detail: `${sent.length} in ${seconds} s; most often ${mostOften(sent.map(({ text }) => text))}`,
        };
      });
      if (memory === undefined) return measures;
      const what = 'memory of one idle worker';
      return [...measures, { what, value: memory, unit: 'MB', limit: { atMost: 130 } }];
    }),
};

/** Returns the beginnings of the three statements that come most often, with their numbers. */
function mostOften(texts: string[]): string {
  const groups = Map.groupBy(texts, (text) => text.replace(/\s+/g, ' ').trim().slice(0, 60));
  const sorted = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  return sorted
    .slice(0, 3)
    .map(([text, all]) => `${all.length} × ${text.replaceAll('|', '/')}`)
    .join('; ');
}
