import { repeatOnDeadlock } from '@picksync/db';
import type { World } from './world.ts';

/**
 * Has time pass for everything that is written down: every moment in every table lies that much further back
 * afterwards. Pauses end, tokens grow old, sweeps fall due, whatever the columns are called. Only for a database on
 * which nobody is at work.
 */
export async function letTimePass({ pool }: Pick<World, 'pool'>, interval: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS name, array_agg(format('%I', c.column_name)::text) AS columns
     FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema IN ('public', 'pgboss') AND c.data_type = 'timestamp with time zone'
       AND c.is_generated = 'NEVER' AND t.table_type = 'BASE TABLE'
       AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = format('%I.%I', c.table_schema, c.table_name)::regclass)
     GROUP BY 1`,
  );
  // In one statement: a job that falls due before the pause of its connection has ended would begin that pause anew.
  const updates = rows.map(({ name, columns }, index) => {
    const moved = columns.map((column) => `${column} = ${column} - $1::interval`).join(', ');
    return `moved_${index} AS (UPDATE ${name} SET ${moved})`;
  });
  await repeatOnDeadlock(() => pool.query(`WITH ${updates.join(', ')} SELECT`, [interval]));
}
