import type { Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';
import { markAccount } from '../stage/work.ts';
import { letTimePass } from './let-time-pass.ts';
import type { Model } from './model.ts';
import { admit } from './people.ts';
import type { Processes } from './processes.ts';
import { retryForAMinute } from './retry-for-a-minute.ts';

type Scene = { stage: Stage; model: Model };

const withinMs = 150_000;

/** Ends everything that was broken on purpose but the given faults, unlocks what people locked and opens what they closed. */
export async function heal(
  { stage, model }: Scene,
  processes: Processes,
  faults: { webhookLoss?: number } = {},
): Promise<void> {
  await stage.sandbox.faults(faults);
  processes.wakeAll();
  processes.restoreProxies();
  for (const target of model.targets) {
    if (target.fate !== 'locked') continue;
    const path = `/api/console/sheets/${target.sheetId}/columns/${target.columnId}`;
    await stage.sandbox.call('PATCH', path, { locked: false });
    target.fate = 'well';
  }
  await admit({ stage, model });
}

/** Has the webhooks of all accounts created or repaired, and waits until every source reports its changes. */
export async function enableWebhooks({ stage, model }: Scene): Promise<void> {
  for (const { connectionId } of model.accounts) {
    await stage.queue.send(stage.prisma, 'mend-webhooks', { connectionId });
  }
  const sheetIds = new Set(model.sources.map(({ sheetId }) => sheetId));
  const enabled = async () => {
    const webhooks = await stage.sandbox.webhooks();
    return webhooks.filter((one) => sheetIds.has(String(one.sheetId)) && one.status === 'ENABLED').length;
  };
  await until(async () => (await enabled()) === sheetIds.size, {
    within: withinMs,
    every: 50,
    what: 'every source has a webhook',
  });
}

/** Has every automation looked at, as "Sync now" does, or some of them. */
export async function markAll({ stage, model }: Scene, some = model.targets): Promise<void> {
  for (const { connectionId } of model.accounts) {
    const own = some.filter(({ source }) => source.account.connectionId === connectionId);
    const automationIds = own.map(({ automationId }) => automationId);
    if (own.length > 0) await retryForAMinute(() => markAccount(stage, { connectionId, automationIds }));
  }
}

/** Waits until Smartsheet has nothing to tell and nobody anything to do. Time passes when all wait for a pause. */
export async function settle(scene: Scene): Promise<void> {
  const { stage, model } = scene;
  const ids = model.accounts.map(({ connectionId }) => connectionId);
  const sheetIds = new Set(model.sources.map(({ sheetId }) => sheetId));
  let quiet = 0;
  const isAtRest = async () => {
    const webhooks = await stage.sandbox.webhooks();
    const telling = webhooks.some((one) => sheetIds.has(String(one.sheetId)) && one.isBusy && one.enabled);
    const { atWork, paused } = await retryForAMinute(() => countWork(stage, ids));
    if (!telling && atWork === 0 && paused > 0) await letTimePass(stage, 16);
    // Three times in a row: between a callback and its job nothing is to be seen.
    quiet = telling || atWork > 0 || paused > 0 ? 0 : quiet + 1;
    return quiet >= 3;
  };
  await until(isAtRest, { within: withinMs, every: 100, what: 'everything is at rest' });
}

/** Returns how many connections are at work, and how many wait for a pause to end. */
export async function countWork({ pool }: Stage, ids: string[]): Promise<{ atWork: number; paused: number }> {
  const { rows } = await pool.query<{ atWork: number; paused: number }>(
    `SELECT count(*) FILTER (WHERE NOT is_paused)::int AS "atWork", count(*) FILTER (WHERE is_paused)::int AS paused
     FROM (
       SELECT c.sync_state = 'queued' AND j.start_after > clock_timestamp() + interval '3 seconds' AS is_paused
       FROM smartsheet_connections c LEFT JOIN pgboss.job j ON j.id = c.sync_job_id
       WHERE c.id = ANY($1::uuid[]) AND c.sync_state <> 'idle'
     ) AS busy`,
    [ids],
  );
  return rows[0] ?? { atWork: 0, paused: 0 };
}
