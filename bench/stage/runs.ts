import { Client } from 'pg';
import type { Stage } from './stage.ts';

export type PlantedRuns = { runs: number; automations: number };

/**
 * Inserts as many runs of every automation, a day apart and the oldest first, as they would have come. Triggers and
 * foreign keys are off meanwhile, and indexes are made afterwards: 50 million runs would take hours otherwise.
 */
export async function plantRuns(stage: Stage, runsEach: number): Promise<PlantedRuns> {
  return withPatience(stage, async (client) => {
    await client.query(`SET session_replication_role = 'replica'`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
       WHERE indrelid = 'automation_runs'::regclass AND NOT indisprimary`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    for (let daysAgo = runsEach; daysAgo > 0; daysAgo -= 1) {
      await client.query(
        `INSERT INTO automation_runs (id, automation_id, at, outcome, added, option_count, duration_ms, calls, trigger, pass_id)
         SELECT uuidv7(), id, now() - $1 * interval '1 day', 'changed', 1, 40, 400, 3, 'check', gen_random_uuid()
         FROM automations`,
        [daysAgo],
      );
    }
    for (const { definition } of indexes) await client.query(definition);
    await client.query('VACUUM ANALYZE automation_runs');
    const { rows } = await client.query<{ automations: number }>(
      'SELECT count(*)::int AS automations FROM automations',
    );
    const automations = rows[0]?.automations ?? 0;
    return { runs: automations * runsEach, automations };
  });
}

/** Counts the runs that are more than an automation keeps. */
export async function countExcess(stage: Stage, kept: number): Promise<number> {
  return withPatience(stage, async (client) => {
    const { rows } = await client.query<{ excess: number }>(
      `SELECT coalesce(sum(runs - $1), 0)::int AS excess
       FROM (SELECT count(*) AS runs FROM automation_runs GROUP BY automation_id HAVING count(*) > $1) AS many`,
      [kept],
    );
    return rows[0]?.excess ?? 0;
  });
}

/** Works on a connection without the time limits of a pool. */
async function withPatience<T>({ url }: Stage, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
