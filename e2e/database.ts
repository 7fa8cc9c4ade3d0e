import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { product } from './product.ts';

/**
 * Returns the URL of the running product's database, for what a journey cannot wait for, such as the expiry of a code.
 */
function connectionString(): string {
  const { databaseDir: folder } = product();
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const port = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8')
    .split('\n')[3]
    ?.trim();
  return `postgresql://picksync:${password}@127.0.0.1:${port}/postgres`;
}

/** Runs statements one after the other, all with the same values. */
export async function inDatabase(statements: readonly string[], values: readonly unknown[]): Promise<void> {
  const client = new Client({ connectionString: connectionString() });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** Ends the pause between two tries to reach Smartsheet, for all accounts. */
export function endPauses(): Promise<void> {
  return inDatabase(
    [
      'update smartsheet_budgets set full_at = least(full_at, now())',
      'update smartsheet_connections set parked_until = null, limited_until = null where parked_until is not null',
      `update pgboss.job set start_after = now() where name = 'sync-connection' and state = 'created'`,
    ],
    [],
  );
}

/** Makes every code that was sent to this address as old as if its ten minutes were over. */
export function expireCodes(email: string): Promise<void> {
  return inDatabase(
    [
      `update one_time_codes set expires_at = now() - interval '1 second'
       where user_id = (select id from users where email = $1)`,
    ],
    [email],
  );
}

/** Makes the last step-up of identity of a user so old that a new one is required. */
export function expireStepUp(email: string): Promise<void> {
  return inDatabase(
    [
      `update sessions set proven_at = now() - interval '1 hour'
       where user_id = (select id from users where email = $1)`,
    ],
    [email],
  );
}
