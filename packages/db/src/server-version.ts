import type pg from 'pg';

/** Statements return rows as they were before a change (`RETURNING old.…`), which older ones cannot parse. */
const leastMajor = 18;

/** The server is older than what the statements of this version need. */
class OldServerError extends Error {
  override readonly name = 'OldServerError';
}

/** An expression that `toOldServerError` takes. */
export const serverVersionNumber = `current_setting('server_version_num')::int`;

/** Returns what is wrong with a server by its `server_version_num`; undefined when it is new enough. */
export function toOldServerError(versionNumber: number): OldServerError | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= leastMajor) return undefined;
  return new OldServerError(
    `the server is PostgreSQL ${major}, and Picksync needs ${leastMajor} or newer. docs/self-hosting.md says where to get it.`,
  );
}

/** Throws where the server is too old: part of the product would work there, and no sync. */
export async function assertServerVersion(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ version: number }>(`SELECT ${serverVersionNumber} AS version`);
  const error = toOldServerError(rows[0]?.version ?? 0);
  if (error) throw error;
}
