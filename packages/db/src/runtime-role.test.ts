import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { openQueue } from './queue/queue.ts';
import { apiHandlers } from './testing/api-handlers.ts';
import { execute, withDatabase } from './testing/test-server.ts';
import { testDatabase, testUser } from './testing.ts';

const db = await testDatabase();
afterAll(db.close);

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** An empty database, gone with the test. */
async function emptyDatabase(): Promise<string> {
  const name = `picksync_roles_${randomBytes(4).toString('hex')}`;
  const maintenanceUrl = withDatabase(db.url, 'postgres');
  await execute(maintenanceUrl, `CREATE DATABASE ${name}`);
  onTestFinished(() => execute(maintenanceUrl, `DROP DATABASE ${name} WITH (FORCE)`));
  return withDatabase(db.url, name);
}

/** The same database, as another role. */
function asRole(url: string, name: string, password: string): string {
  const other = new URL(url);
  other.username = name;
  other.password = encodeURIComponent(password);
  return other.href;
}

test('the role of a running process reads and writes rows and jobs', async () => {
  const running = openDatabase({ url: db.runtimeUrl, poolSize: 2 });
  onTestFinished(running.close);
  const errors: Error[] = [];
  const queue = await openQueue({ url: db.runtimeUrl, onError: (error) => errors.push(error) });
  onTestFinished(() => queue.stop({ graceMs: 0 }));
  const { id } = await testUser(running.prisma);
  await running.prisma.user.update({ where: { id }, data: { username: 'ada' } });
  const done = Promise.withResolvers<void>();
  await queue.run(
    'api',
    apiHandlers({
      'send-mail': { concurrency: 1, handle: async () => done.resolve() },
    }),
  );
  await queue.send(running.prisma, 'send-mail', { mail: 'sealed' });
  await done.promise;
  await running.prisma.user.delete({ where: { id } });
  expect(errors).toEqual([]);
});

test.each([
  'CREATE TABLE stray (id int)',
  'ALTER TABLE users ADD COLUMN stray text',
  'DROP TABLE users',
  'TRUNCATE users',
  'CREATE SCHEMA stray',
  'CREATE ROLE stray SUPERUSER',
  'CREATE TABLE pgboss.stray (id int)',
  'SELECT * FROM _prisma_migrations',
  "COPY (SELECT 1) TO PROGRAM 'true'",
  "SELECT pg_read_file('postmaster.pid')",
])('the role of a running process may not %s', async (statement) => {
  const client = await connect(db.runtimeUrl);
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the role of a running process is no superuser and a member of no other role', async () => {
  const client = await connect(db.runtimeUrl);
  const { rows } = await client.query(
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
     FROM pg_roles r WHERE rolname = current_user`,
  );
  expect(Object.values(rows[0]).every((value) => value === false || value === 0)).toBe(true);
});

test('a database from before is brought up to date, and a new password is taken over', async () => {
  const url = await emptyDatabase();
  await migrate({ url });
  const name = `picksync_app_${randomBytes(4).toString('hex')}`;
  onTestFinished(() => execute(db.url, `DROP ROLE IF EXISTS ${name}`));
  for (const password of ['first / pass@word', "second'"]) {
    const runtimeUrl = asRole(url, name, password);
    expect(await migrate({ url, runtimeUrl })).toEqual([]);
    const client = new pg.Client({ connectionString: runtimeUrl });
    await client.connect();
    expect((await client.query('SELECT count(*)::int AS plans FROM plans')).rows).toEqual([{ plans: 3 }]);
    await client.end();
  }
  await execute(url, `DROP OWNED BY ${name}`);
});

test('a single role may be both, as in a database of somebody’s own', async () => {
  const url = await emptyDatabase();
  await migrate({ url, runtimeUrl: url });
  expect(await migrate({ url, runtimeUrl: url })).toEqual([]);
});

test('an owner that is no superuser migrates, and says in one sentence when it may not create the other role', async () => {
  const owner = `picksync_owner_${randomBytes(4).toString('hex')}`;
  const url = await emptyDatabase();
  await execute(db.url, `CREATE ROLE ${owner} LOGIN PASSWORD 'pass'`);
  onTestFinished(() => execute(db.url, `DROP ROLE ${owner}`));
  await execute(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${owner}`);
  const ownerUrl = asRole(url, owner, 'pass');
  await migrate({ url: ownerUrl });
  const missing = migrate({ url: ownerUrl, runtimeUrl: asRole(url, 'picksync_nobody', 'pass') });
  await expect(missing).rejects.toThrow(
    /^The role picksync_nobody of DATABASE_URL does not exist and DATABASE_OWNER_URL may not create it\./,
  );
  await execute(url, `REASSIGN OWNED BY ${owner} TO CURRENT_USER; DROP OWNED BY ${owner}`);
});
