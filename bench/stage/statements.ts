import { setTimeout as pause } from 'node:timers/promises';
import { type BenchPostgres, execute } from './postgres.ts';
import { until } from './until.ts';

/** A statement as the server ran it. */
export type Statement = {
  /** The application name of the connection that sent it. */
  application: string;
  text: string;
  /** The values of $1, $2, … as text. */
  parameters: (string | null)[];
};

/** How long it takes until every session has noticed a changed setting. */
const settleMs = 300;

const beginning = /^statement of (?<application>.*?) in (?<database>\w*): (?<kind>\w+): {2}(?<rest>.*)$/s;
const statement = /^(?:statement|execute [^:]*): (?<text>.*)$/s;
const parameter = /\$\d+ = (?:NULL|'((?:[^']|'')*)')/gs;

/**
 * Lets the server log every statement of a database while `work` runs. Logging takes time, so what is counted this way
 * cannot be timed.
 */
export async function recordStatements(
  { postgres, database }: { postgres: BenchPostgres; database: string },
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const lines: string[] = [];
  const stop = postgres.onLog((line) => lines.push(line));
  try {
    await set(postgres, ["log_statement = 'all'", "log_line_prefix = 'statement of %a in %d: '"]);
    await work();
    await execute(database, "SELECT 'the end of the record'");
    await until(() => lines.some((line) => line.includes('the end of the record')), {
      within: 5000,
      what: 'the server writes down what it did',
    });
  } finally {
    stop();
    await execute(postgres.url, 'ALTER SYSTEM RESET ALL');
    await execute(postgres.url, 'SELECT pg_reload_conf()');
  }
  return readStatements(lines, new URL(database).pathname.slice(1));
}

async function set({ url }: BenchPostgres, settings: string[]): Promise<void> {
  for (const setting of settings) await execute(url, `ALTER SYSTEM SET ${setting}`);
  await execute(url, 'SELECT pg_reload_conf()');
  await pause(settleMs);
}

/** Returns the statements of a database from lines of the server's log. */
function readStatements(lines: string[], database: string): Statement[] {
  const statements: Statement[] = [];
  for (const entry of toEntries(lines)) {
    const { application = '', rest = '', kind, ...found } = beginning.exec(entry)?.groups ?? {};
    if (found.database !== database) continue;
    const text = kind === 'LOG' ? statement.exec(rest)?.groups?.text : undefined;
    if (text?.includes('the end of the record')) break;
    if (text !== undefined) statements.push({ application, text, parameters: [] });
    const last = statements.at(-1);
    if (kind === 'DETAIL' && last) last.parameters = parseParameters(rest);
  }
  return statements;
}

/** Joins entries of several lines; their further lines begin with a tab. */
function toEntries(lines: string[]): string[] {
  const entries: string[] = [];
  for (const line of lines) {
    if (line.startsWith('\t')) entries.push(`${entries.pop() ?? ''}\n${line.slice(1)}`);
    else entries.push(line);
  }
  return entries;
}

function parseParameters(text: string) {
  return [...text.matchAll(parameter)].map(([, value]) => value?.replaceAll("''", "'") ?? null);
}
