import { type Stats, statsEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

export const statsQuery = query(statsEndpoints.read, {});

/** Returns why Smartsheet has ended the connection, in one sentence. */
export function getRefusal(stats: Stats | undefined): string {
  const message = stats?.connection.message ?? 'Smartsheet no longer accepts this connection.';
  return message.split(/(?<=\.) /)[0] ?? message;
}
