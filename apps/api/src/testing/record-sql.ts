import type { Database } from '@picksync/db';

type Query = (this: { connectionParameters: { application_name?: string } }, ...given: unknown[]) => unknown;

function getText(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as { text?: string }).text);
}

/** What a process asks by itself: with every new connection, when it begins to listen, and every half minute for its clock. */
const ownStatements = ['SET TIME ZONE', 'maintenance_windows', 'epoch FROM clock_timestamp()'];

/** Returns the statements that the application's own connections send for `work`; the queue's own are left out. */
export async function recordSql(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const client = await pool.connect();
  client.release();
  const prototype = Object.getPrototypeOf(client) as { query: Query };
  const { query } = prototype;
  const sent: string[] = [];
  prototype.query = function (...given) {
    if (this.connectionParameters.application_name === 'picksync') sent.push(getText(given[0]));
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent.filter((text) => !ownStatements.some((own) => text.includes(own)));
}
