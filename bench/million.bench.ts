import { readProductFigures, readQueueStates, readWorkers, scheduledQueues } from '@picksync/db';
import { plantOurs, startOurs } from './edits/sides.ts';
import type { Figure, Measure } from './figure.ts';
import { plantBareAccounts } from './stage/bare-accounts.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { execute } from './stage/postgres.ts';
import { plantRuns } from './stage/runs.ts';
import { startSheetList } from './stage/sheet-list.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { countStatementTimes, type StatementTime, timeStatements } from './stage/statement-times.ts';
import { until } from './stage/until.ts';

const [sources, targets, runsEach, entriesEach] = [2, 10, 10, 20];
const [editedAccounts, sweptAccounts] = [500, 1000];

/** The milliseconds that a statement may take: one that somebody waits for, one of a batch of accounts, one of a schedule. */
const [awaitedMs, batchMs, scheduledMs] = [20, 500, 5000];

/**
 * The statements that the product sends, in a database of a million automations: each part of the product does its real
 * work, and PostgreSQL counts.
 */
export const figure: Figure = {
  title: 'A million automations: the statements',
  meaning:
    'What PostgreSQL takes for each statement of edits, of a sweep, of reads, of the schedules and of the metrics among a million automations of 100,000 accounts, 10 million runs and 2 million entries of activity; and which of them read a large table whole',
  measure: async ({ postgres, quick, say }) => {
    const stopCounting = await countStatementTimes(postgres);
    try {
      return await onStage({ postgres }, async (stage) => {
        const accounts = quick ? 10_000 : 100_000;
        const edited = await plantOurs(stage, editedAccounts);
        await plantBareAccounts(stage, { accounts, sources, targets, firstNumber: editedAccounts });
        say(`planted ${accounts * targets} automations`);
        const { runs } = await plantRuns(stage, runsEach);
        await plantActivity(stage);
        say(`planted ${runs} runs and their activity`);
        return await measureParts(stage, await startOurs(stage, edited));
      });
    } finally {
      await stopCounting();
    }
  },
};

async function measureParts(stage: Stage, side: Awaited<ReturnType<typeof startOurs>>): Promise<Measure[]> {
  const timed = (work: () => Promise<unknown>) => timeStatements(stage.url, work);
  const edits = await timed(() => side.edits.run({ perSecond: 20, seconds: 10 }));
  await side.end();

  const apiBase = await startSheetList(stage, { sheets: sources + targets, latencyMs: 20 });
  const settings = { SMARTSHEET_API_BASE: apiBase };
  const api = await stage.startApi({ ...settings, REQUESTS_PER_MINUTE: '100000000' });
  await stage.startWorker(settings);
  const { userId, cookie } = await logIn(stage, api);
  await plantDashboard(stage, { userId, automations: 100, activity: 1000 });
  const headers = { cookie: `${cookie.name}=${cookie.value}` };
  const reads = await timed(async () => {
    for (const path of readPaths) await readOften(`${api.url}${path}`, headers);
  });
  await makeSomeDue(stage);
  const sweep = await timed(() => runSchedule(stage, 'sweep'));
  const schedules = await timed(async () => {
    for (const queue of scheduledQueues().filter((name) => name !== 'sweep')) await runSchedule(stage, queue);
  });
  const gauges = await timed(async () => {
    await Promise.all([readQueueStates(stage.prisma), readWorkers(stage.prisma)]);
    await readProductFigures(stage.prisma);
  });
  return [
    ...describe('edits', edits, awaitedMs),
    ...describe('a sweep', sweep, batchMs),
    ...describe('reads', reads, awaitedMs),
    slowest('the schedules', schedules, scheduledMs),
    slowest('the metrics', gauges, scheduledMs),
  ];
}

const readPaths = [
  '/api/configurations',
  '/api/activity-logs',
  '/api/activity-logs/lines',
  '/api/account',
  '/api/account/security-activity',
  '/api/account/notifications',
];

async function readOften(url: string, headers: Record<string, string>): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    const reply = await fetch(url, { headers });
    await reply.text();
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  }
}

/** Gives every account entries of activity over three months, as its syncs would have written them. */
async function plantActivity({ url }: Stage): Promise<void> {
  await execute(
    url,
    `INSERT INTO activity_logs (id, user_id, action, status, details, timestamp)
     SELECT gen_random_uuid(), id, 'update_dropdown', 'success', 'Updated "Client" in "Projects": 2 added, 1 removed.',
       now() - back * interval '4 days' FROM users, generate_series(1, ${entriesEach}) back`,
  );
  await execute(url, 'VACUUM ANALYZE');
}

async function makeSomeDue({ pool }: Stage): Promise<void> {
  await pool.query(
    `UPDATE smartsheet_connections SET next_sweep_at = now() - interval '1 second' WHERE id IN
       (SELECT connection_id FROM sheets GROUP BY connection_id HAVING count(*) = $1 LIMIT $2)`,
    [sources + targets, sweptAccounts],
  );
}

async function runSchedule({ queue, prisma, pool }: Stage, name: string): Promise<void> {
  await queue.send(prisma, name as 'tidy', {});
  const isDone = async () => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pgboss.job WHERE name = $1 AND state < 'completed' LIMIT 1`,
      [name],
    );
    return rowCount === 0;
  };
  await until(isDone, { within: 600_000, every: 100, what: `${name} is done` });
}

function describe(part: string, times: StatementTime[], limitMs: number): Measure[] {
  const whole = times.filter(({ readsWhole }) => readsWhole.length > 0);
  return [
    slowest(part, times, limitMs),
    {
      what: `statements of ${part} that read a large table whole`,
      value: whole.length,
      unit: '',
      limit: { exactly: 0 },
      detail: whole.map(({ text, readsWhole }) => `${readsWhole.join(', ')}: ${shorten(text)}`).join('; '),
    },
  ];
}

function slowest(part: string, times: StatementTime[], limitMs: number): Measure {
  const [first] = times;
  if (!first) throw new Error(`There were no statements of ${part}`);
  return {
    what: `slowest statement of ${part}, on average`,
    value: first.meanMs,
    unit: 'ms',
    limit: { atMost: limitMs },
    detail: times
      .slice(0, 3)
      .map(
        ({ text, calls, meanMs, maxMs, readsWhole }) =>
          `${meanMs.toFixed(1)} (at most ${maxMs.toFixed(1)}) × ${calls}: ${shorten(text)}${readsWhole.length > 0 ? ` [whole: ${readsWhole.join(', ')}]` : ''}`,
      )
      .join('; '),
  };
}

function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '/').trim().slice(0, 90);
}
