import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { noFilters, type readMigrations } from './migration-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

type ApplyOptions = {
  /** Of the role that owns the tables. */
  url: string;
  migrations: ReturnType<typeof readMigrations>;
  /** How long a statement may wait for a lock: everybody who comes after it waits as long. */
  lockTimeoutMs?: number;
  /** Between two tries, so that those who waited get their turn. */
  pauseMs?: number;
  /** How long to try. A statement of somebody else that runs as long has to be ended by a person. */
  giveUpAfterMs?: number;
};

const lockNotAvailable = '55P03';

/**
 * Applies what is missing, as `prisma migrate deploy` does, each migration as a whole or not at all. One that has to wait for
 * a lock lets go after three seconds and is tried again, for ten minutes: a long statement of somebody else delays it and
 * no request. Returns the names of the migrations it applied. `client` holds the lock of migrations.
 */
export async function applyMigrations(client: pg.Client, options: ApplyOptions): Promise<string[]> {
  const { url, migrations, lockTimeoutMs = 3000, pauseMs = 2000, giveUpAfterMs = 600_000 } = options;
  const startedAt = performance.now();
  const before = await findApplied(client);
  for (;;) {
    try {
      await withSchemaEngine(
        url,
        (engine) => engine.applyMigrations({ migrationsList: migrations, filters: noFilters }),
        { lockTimeoutMs },
      );
      return (await findApplied(client)).filter((name) => !before.includes(name));
    } catch (error) {
      const isLocked = (error as { code?: unknown }).code === lockNotAvailable;
      if (!isLocked || performance.now() - startedAt > giveUpAfterMs) throw error;
      await forgetFailed(client);
      await dropHalfIndexes(client);
      await delay(pauseMs);
    }
  }
}

async function findApplied(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query("SELECT to_regclass('_prisma_migrations') AS list");
  if (found[0].list === null) return [];
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY started_at',
  );
  return rows.map(({ name }) => name);
}

/** Says of a migration of which nothing is left that it may be tried again, as `prisma migrate resolve --rolled-back` does. */
async function forgetFailed(client: pg.Client): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
}

/** Drops what an index leaves that was created CONCURRENTLY and could not be completed. */
async function dropHalfIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}
