import type { World } from './world.ts';

/**
 * Returns every row of every table as text, the queue's and those of migrations to come included: what is searched
 * here for values that must not be kept anywhere.
 */
export async function storedText({ pool }: Pick<World, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await pool.query<{ text: string | null }>(
      `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} t`,
    );
    texts.push(`${name}\n${table.rows[0]?.text ?? ''}`);
  }
  return texts.join('\n');
}
