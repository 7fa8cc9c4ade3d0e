import type { Client } from 'pg';
import { readMigrations } from './migration-files.ts';

/**
 * Throws when another list of migrations has made the database: that of a checkout from before the baseline, whose steps
 * are no longer known. Nothing has been changed then.
 */
export async function assertNotBeforeBaseline(client: Client): Promise<void> {
  const { rows: found } = await client.query(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is_there`,
  );
  if (!found[0].is_there) return;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations',
  );
  const [baseline] = readMigrations().migrationDirectories;
  if (rows.length === 0 || rows.some(({ name }) => name === baseline?.path)) return;
  throw new Error(
    'it was made by a checkout from before the first release, and nothing in it was changed. To begin anew, use an empty database (npm start: another DATA_DIR); to keep your data, start the older checkout again and export it under Account.',
  );
}
