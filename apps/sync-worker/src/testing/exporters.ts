import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '@picksync/embedded-postgres';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

const queriesFile = fileURLToPath(
  new URL('../../../../deploy/prometheus/postgres-queries.yml', import.meta.url),
);

export type Exporter =
  | 'prometheus-postgres-exporter'
  | 'prometheus-node-exporter'
  | 'prometheus-blackbox-exporter';

/** Whether a program of the machine is there. */
export function isThere(program: Exporter | 'openssl'): boolean {
  return spawnSync(program, [program === 'openssl' ? 'version' : '--version']).error === undefined;
}

/** Starts an exporter as Debian packages it, until the test ends. Returns its address once it answers. */
export async function startExporter(
  program: Exporter,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> },
): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, [`--web.listen-address=${address}`, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
  });
  onTestFinished(() => end(child));
  const answers = async () => (await fetch(`http://${address}/`).catch(() => undefined)) !== undefined;
  await vi.waitUntil(answers, { timeout: 30_000 });
  return `http://${address}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** What prometheus-postgres-exporter exports by itself, asked as it asks. The test compares both where it is installed. */
const ownQueries = {
  pg_stat_activity: `
    SELECT state, count(*) AS count FROM pg_stat_activity WHERE datname IS NOT NULL GROUP BY state`,
  pg_settings: `SELECT current_setting('max_connections')::int AS max_connections`,
  pg_stat_archiver: 'SELECT failed_count FROM pg_stat_archiver',
};

/** Returns the statements of deploy/prometheus/postgres-queries.yml by the names they are exported under. */
export function readOurQueries(): Record<string, string> {
  const blocks = readFileSync(queriesFile, 'utf8')
    .split(/^(?=picksync_\w+:)/m)
    .slice(1);
  return Object.fromEntries(
    blocks.map((block) => {
      const [name = '', rest = ''] = block.split(/:\n([\s\S]*)/);
      const [, statement = ''] = /^ {2}query:(?: \|)?\s([\s\S]*?)\n {2}metrics:/m.exec(rest) ?? [];
      return [name, statement.trim()];
    }),
  );
}

/** Returns metrics of a database as prometheus-postgres-exporter renders them: the name of the query, and of the column. */
export async function readDatabase(
  url: string,
  names: readonly string[] = Object.keys(ownQueries),
): Promise<string> {
  const statements: Record<string, string> = { ...ownQueries, ...readOurQueries() };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const name of names) {
      const { rows } = await client.query<Record<string, unknown>>(statements[name] ?? '');
      for (const { state, ...values } of rows)
        for (const [column, value] of Object.entries(values))
          lines.push(`${name}_${column}${state === undefined ? '' : `{state="${state}"}`} ${value}`);
    }
    return lines.join('\n');
  } finally {
    await client.end();
  }
}

/** The arguments with which the exporter asks our own statements as well. */
export const withOurQueries = [`--extend.query-path=${queriesFile}`];
