import type { Stage } from '../stage/stage.ts';

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
