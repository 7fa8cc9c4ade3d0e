import pg from 'pg';
import { assertNotBeforeBaseline } from './migrations/assert-not-before-baseline.ts';
import { noFilters, readMigrations } from './migrations/migration-files.ts';
import { withSchemaEngine } from './migrations/schema-engine.ts';
import { installQueues } from './queue/install-queues.ts';
import { grantRuntimeRole } from './runtime-role.ts';

/** Any number will do, as long as every migrating process takes the same. */
const migrationLock = 728_190_011;
const lockTimeout = '120s';

export type MigrateOptions = {
  /** Of the role that owns the tables. */
  url: string;
  runtimeUrl?: string | undefined;
};

/**
 * Brings a database up to date: our migrations as `prisma migrate deploy` would apply them, then the queue. Safe to run
 * again, and by several at once: one waits for the other. Where running processes have a role of their own, `runtimeUrl`
 * is their address: the role is created and granted what they need. Returns the names of the migrations it applied.
 */
export async function migrate({ url, runtimeUrl }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    // The engine takes a lock as well, but gives up after ten seconds, and the queue needs one too.
    await client.query(`SET lock_timeout = '${lockTimeout}'`);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await assertNotBeforeBaseline(client);
    const { appliedMigrationNames } = await withSchemaEngine(url, (engine) =>
      engine.applyMigrations({ migrationsList: readMigrations(), filters: noFilters }),
    );
    await installQueues({ url });
    if (runtimeUrl !== undefined) await grantRuntimeRole(client, runtimeUrl);
    return appliedMigrationNames;
  } finally {
    await client.end();
  }
}
