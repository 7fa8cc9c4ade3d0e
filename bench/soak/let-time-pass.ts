import type { Stage } from '../stage/stage.ts';
import type { ModelTarget } from './model.ts';

const columnsWithTimes = `
  SELECT format('%I.%I', c.table_schema, c.table_name) AS table, array_agg(format('%I', c.column_name)::text) AS columns
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema IN ('public', 'pgboss') AND c.data_type = 'timestamp with time zone'
    AND c.is_generated = 'NEVER' AND t.table_type = 'BASE TABLE'
    AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('%I.%I', c.table_schema, c.table_name)::regclass)
  GROUP BY 1`;

/** Moves every stored time back, so that pauses end and sweeps fall due. Nobody may be at work meanwhile. */
export async function letTimePass({ pool }: Pick<Stage, 'pool'>, minutes: number): Promise<void> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(columnsWithTimes);
  for (const { table, columns } of rows) {
    const changes = columns.map((column) => `${column} = ${column} - make_interval(mins => $1)`);
    await pool.query(`UPDATE ${table} SET ${changes.join(', ')}`, [minutes]);
  }
}

/** Moves the days on which options leave back: they are written in a list that no column of a time shows. */
export async function letDaysPass(
  { stage, model }: { stage: Stage; model: { targets: Pick<ModelTarget, 'automationId' | 'memory'>[] } },
  days: number,
): Promise<void> {
  const ids = model.targets.map(({ automationId }) => automationId);
  await stage.pool.query(
    `UPDATE automations SET leaving_at = leaving_at - make_interval(days => $1), leaving = coalesce((
       SELECT jsonb_agg(one || jsonb_build_object('leavesAt',
         to_char(((one->>'leavesAt')::timestamptz - make_interval(days => $1)) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       FROM jsonb_array_elements(leaving) one), '[]')
     WHERE id = ANY($2::uuid[])`,
    [days, ids],
  );
  for (const { memory } of model.targets)
    for (const one of memory.leaving) one.goesAt -= days * 24 * 60 * 60_000;
}
