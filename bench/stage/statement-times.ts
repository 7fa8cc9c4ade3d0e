import { Client } from 'pg';
import { type BenchPostgres, execute } from './postgres.ts';

/** What PostgreSQL has counted of one statement, and what its plan without values says. */
export type StatementTime = {
  text: string;
  calls: number;
  /** Milliseconds that PostgreSQL took for one call, on average and at most. */
  meanMs: number;
  maxMs: number;
  /** The tables of more than `largeRows` rows that the plan reads from beginning to end. */
  readsWhole: string[];
};

/** From how many rows on a table is not to be read whole. */
const largeRows = 100_000;

/** Lets the server count statements until the returned function is called. It restarts for it. */
export async function countStatementTimes(postgres: BenchPostgres): Promise<() => Promise<void>> {
  await execute(postgres.url, `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await postgres.restart();
  return async () => {
    await execute(postgres.url, 'ALTER SYSTEM RESET ALL');
    await postgres.restart();
  };
}

/** Returns what PostgreSQL did in a database while `work` ran, the slowest statement first. */
export async function timeStatements(
  database: string,
  work: () => Promise<unknown>,
): Promise<StatementTime[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query('SELECT pg_stat_statements_reset()');
    await work();
    const { rows } = await client.query<Omit<StatementTime, 'readsWhole'>>(
      `SELECT query AS text, calls::int, mean_exec_time AS "meanMs", max_exec_time AS "maxMs" FROM pg_stat_statements
       WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND query ~* '^\\s*(SELECT|WITH|INSERT|UPDATE|DELETE)' AND query !~ 'pg_stat_statements|create_queue'
       ORDER BY mean_exec_time DESC`,
    );
    const large = await findLargeTables(client);
    const times: StatementTime[] = [];
    for (const row of rows) times.push({ ...row, readsWhole: await findWholeReads(client, row.text, large) });
    return times;
  } finally {
    await client.end();
  }
}

async function findLargeTables(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE reltuples > $1',
    [largeRows],
  );
  return new Set(rows.map(({ name }) => name));
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/** Returns the large tables that a statement reads whole by its plan for any values. */
async function findWholeReads(client: Client, text: string, large: Set<string>): Promise<string[]> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    const scanned = plan ? flatten(plan).filter((node) => node['Node Type'] === 'Seq Scan') : [];
    return [...new Set(scanned.map((node) => node['Relation Name'] ?? ''))].filter((name) => large.has(name));
  } catch {
    // A constant that was cut out of the text may leave a parameter without a type.
    return [];
  }
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
