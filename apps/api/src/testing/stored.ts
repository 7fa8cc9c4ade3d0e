import type { TestApp } from './test-app.ts';

/** Jobs without a payload are those that the queue makes by the clock, those of its own queue remind it to make them. */
const jobsWithPayload = `SELECT 'jobs' AS name, string_agg(concat(id, name, data), E'\\n' ORDER BY id) AS all
  FROM pgboss.job WHERE data <> '{}' AND NOT starts_with(name, '__pgboss__')`;

/** What every call may change: counts of tries, and when a session was last in use. */
const passing = ['throttles', 'sessions'];

const statements = new WeakMap<object, string>();

/** Returns the statement that reads everything; the tables stay the same while a test runs. */
async function createStatement(admin: TestApp['admin']): Promise<string> {
  const known = statements.get(admin);
  if (known !== undefined) return known;
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = 'public' ORDER BY 1`,
  );
  const contents = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, string_agg(row::text, E'\\n' ORDER BY row::text) AS all FROM ${name} AS row`,
  );
  const text = [jobsWithPayload, ...contents].join(' UNION ALL ');
  statements.set(admin, text);
  return text;
}

/** Returns every row of every table as text, the jobs included. */
export async function everythingStored({ admin }: Pick<TestApp, 'admin'>): Promise<Map<string, string>> {
  // Named, so that it is planned once.
  const { rows } = await admin.query<{ name: string; all: string | null }>({
    name: 'everything-stored',
    text: await createStatement(admin),
  });
  return new Map(rows.map(({ name, all }) => [name, all ?? '']));
}

/** Returns the names of the tables that are not as they were, but for what every call changes. */
export async function findChangedTables(
  before: Map<string, string>,
  api: Pick<TestApp, 'admin'>,
): Promise<string[]> {
  const after = await everythingStored(api);
  return [...after]
    .filter(([table, rows]) => !passing.some((name) => table.endsWith(name)) && before.get(table) !== rows)
    .map(([table]) => table)
    .toSorted();
}
