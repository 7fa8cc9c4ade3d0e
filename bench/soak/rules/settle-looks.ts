import { until } from '../../stage/until.ts';
import { letTimePass } from '../let-time-pass.ts';
import { retryForAMinute } from '../retry-for-a-minute.ts';
import { countWork } from '../settle.ts';
import type { RuleScene } from './rule-model.ts';

/** A process that was killed in the middle of a look holds its rule for half a minute. */
const withinMs = 180_000;

/** Waits until no look and no sync is under way or waits. Time passes when all wait for a pause. */
export async function settleLooks({ stage, model }: RuleScene): Promise<void> {
  const ids = model.accounts.map(({ connectionId }) => connectionId);
  const userIds = model.accounts.map(({ userId }) => userId);
  let quiet = 0;
  const isAtRest = async () => {
    const syncs = await retryForAMinute(() => countWork(stage, ids));
    const looks = await retryForAMinute(() => countLooks(stage, userIds));
    const atWork = syncs.atWork + looks.atWork;
    const paused = syncs.paused + looks.paused;
    if (atWork === 0 && paused > 0) await letTimePass(stage, syncs.paused > 0 ? 16 : 1);
    quiet = atWork > 0 || paused > 0 ? 0 : quiet + 1;
    return quiet >= 3;
  };
  await until(isAtRest, { within: withinMs, every: 60, what: 'every look is over' });
}

async function countLooks(
  { pool }: RuleScene['stage'],
  userIds: string[],
): Promise<{ atWork: number; paused: number }> {
  const { rows } = await pool.query<{ atWork: number; paused: number }>(
    `SELECT count(*) FILTER (WHERE state = 'active' OR start_after <= now() + interval '2 seconds')::int AS "atWork",
       count(*) FILTER (WHERE state <> 'active' AND start_after > now() + interval '2 seconds')::int AS paused
     FROM pgboss.job j JOIN rules r ON r.id = (j.data->>'ruleId')::uuid
     WHERE j.name = 'look-into-rule' AND j.state IN ('created', 'retry', 'active') AND r.user_id = ANY($1::uuid[])`,
    [userIds],
  );
  return rows[0] ?? { atWork: 0, paused: 0 };
}
