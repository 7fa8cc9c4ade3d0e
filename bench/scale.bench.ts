import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, Measure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { plantBareAccounts } from './stage/bare-accounts.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import type { Worker } from './stage/product.ts';
import { countExcess, type PlantedRuns, plantRuns } from './stage/runs.ts';
import { onStage, type Stage } from './stage/stage.ts';

/** Runs that an automation keeps (`runsKept` of the contracts), and how many more it has when tidying begins. */
const [kept, excess] = [50, 2];
const [accountSources, accountTargets] = [2, 100];
const perSecond = 20;

/**
 * What tidying costs others while it removes the oldest runs of every automation in batches: the reads of a dashboard,
 * and the records of new runs.
 */
export const figure: Figure = {
  title: 'Tidying of many runs',
  meaning:
    'What it adds to the p95 of others that old runs are deleted in batches: to the reads of a dashboard and to the records of new runs; 2 million runs, or as many as `--runs` says',
  measure: ({ postgres, quick, runs, say }) =>
    onStage({ postgres }, async (stage) => {
      const count = runs ?? (quick ? 500_000 : 2_000_000);
      const accounts = Math.ceil(count / (kept + excess) / accountTargets);
      await plantBareAccounts(stage, { accounts, sources: accountSources, targets: accountTargets });
      const planted = await plantRuns(stage, kept + excess);
      say(`planted ${planted.runs} runs of ${planted.automations} automations`);
      const others = await openOthers(stage);
      const worker = await stage.startWorker();
      await timeOthers(others, { seconds: 3 });
      const aloneFor = { seconds: quick ? 5 : 15 };
      const before = await timeOthers(others, aloneFor);

      const begun = performance.now();
      await stage.queue.send(stage.prisma, 'tidy', {});
      const tidied = () => findTidied(worker);
      const isOver = () => tidied() !== undefined;
      const meanwhile = await timeOthers(others, { seconds: quick ? 30 : 300, isOver });
      const seconds = (performance.now() - begun) / 1000;
      const done = isOver() ? 'done' : 'not done';
      const after = await timeOthers(others, aloneFor);
      const left = await countExcess(stage, kept);
      say(`tidying ${done} after ${seconds.toFixed(1)} s: ${JSON.stringify(tidied() ?? {})}`);
      const how = `${describe(planted, left)}, ${done} after ${seconds.toFixed(1)} s`;
      return [
        addedMeasure('reads of the list', { before, meanwhile, after }, 'read', how),
        addedMeasure('records of runs', { before, meanwhile, after }, 'record', how),
      ];
    }),
};

type Times = Record<keyof Others, number[]>;

function addedMeasure(
  what: string,
  times: Record<'before' | 'meanwhile' | 'after', Times>,
  name: keyof Others,
  how: string,
): Measure {
  const meanwhile = times.meanwhile[name];
  const alone = [...times.before[name], ...times.after[name]];
  return {
    what: `added to the p95 of ${what} while old runs are deleted`,
    value: quantile(meanwhile, 0.95) - quantile(alone, 0.95),
    unit: 'ms',
    limit: { atMost: 10 },
    detail: `${spread(meanwhile, 1)} against ${spread(alone, 1)}; ${how}`,
  };
}

function describe({ runs, automations }: PlantedRuns, left: number): string {
  return `${runs} runs of ${automations} automations, ${automations * excess} too many, ${left} left`;
}

/** What others do meanwhile. */
type Others = { read: () => Promise<unknown>; record: () => Promise<unknown> };

async function openOthers(stage: Stage): Promise<Others> {
  const api = await stage.startApi({ REQUESTS_PER_MINUTE: '100000000' });
  const { userId, cookie } = await logIn(stage, api);
  await plantDashboard(stage, { userId, automations: 100, activity: 100 });
  const headers = { cookie: `${cookie.name}=${cookie.value}` };
  const { rows } = await stage.pool.query<{ id: string }>(
    'SELECT id FROM automations ORDER BY id LIMIT 1000',
  );
  let count = 0;
  return {
    read: async () => {
      const answer = await fetch(`${api.url}/api/configurations`, { headers });
      await answer.text();
      if (!answer.ok) throw new Error(`The list was answered ${answer.status}`);
    },
    record: () =>
      stage.pool.query(
        `INSERT INTO automation_runs (id, automation_id, outcome, duration_ms, calls)
         VALUES (uuidv7(), $1, 'changed', 400, 3)`,
        [rows[count++ % rows.length]?.id],
      ),
  };
}

/** Lets the others work at a steady rate, and returns how many milliseconds each act took from when it was due. */
async function timeOthers(
  others: Others,
  { seconds, isOver = () => false }: { seconds: number; isOver?: () => boolean },
): Promise<Times> {
  const times = { read: [] as number[], record: [] as number[] };
  const acts: Promise<void>[] = [];
  const begun = performance.now();
  for (let count = 0; count < seconds * perSecond && !isOver(); count += 1) {
    const dueAt = begun + (count * 1000) / perSecond;
    await pause(Math.max(0, dueAt - performance.now()));
    for (const name of ['read', 'record'] as const) {
      acts.push(others[name]().then(() => void times[name].push(performance.now() - dueAt)));
    }
  }
  await Promise.all(acts);
  return times;
}

/** Returns what the worker logged when it had tidied. */
function findTidied({ lines }: Worker) {
  return lines.find(({ queue, ms }) => queue === 'tidy' && ms !== undefined);
}
