import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { execute, withDatabase } from './testing/test-server.ts';
// What the setup provides is declared there.
import type {} from './testing.setup.ts';

export { countLockWaits } from './testing/count-lock-waits.ts';
export { pretendOldServer } from './testing/old-server.ts';
export { testAutomation, testConnection, testSheet, testUser } from './testing/rows.ts';
export { openSharingPooler } from './testing/sharing-pooler.ts';
export { openSilencingProxy } from './testing/silencing-proxy.ts';
export { toNetworkUrl } from './testing/test-server.ts';

export type TestDatabase = Database & {
  /** Of the owner, as the pool and `prisma`: for what a test sets up. */
  url: string;
  /** Of the role that running processes have: what is under test works as this one. */
  runtimeUrl: string;
};

/** A loaded machine is slow, not away. */
const patientMs = 120_000;

/**
 * A database of one's own on a real PostgreSQL: a copy of the migrated template, queue included. Make one per test
 * file and `close` it in `afterAll`, which drops it.
 */
export async function testDatabase({ poolSize = 8 }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateDatabaseUrl');
  const name = `picksync_test_${randomBytes(6).toString('hex')}`;
  const maintenanceUrl = withDatabase(templateUrl, 'postgres');
  const template = new URL(templateUrl).pathname.slice(1);
  // Writing a template of this size into the log as well would take three times as long.
  await execute(maintenanceUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = withDatabase(templateUrl, name);
  const database = openDatabase({ url, poolSize, answerTimeoutMs: patientMs });
  return {
    ...database,
    url,
    runtimeUrl: withDatabase(inject('templateRuntimeUrl'), name),
    close: async () => {
      await database.close();
      await execute(maintenanceUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
