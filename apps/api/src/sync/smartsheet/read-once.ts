import type { SmartsheetConnection } from '@picksync/db';
import type { Sheet, SmartsheetClient } from '@picksync/smartsheet-client';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../base/context.ts';
import type { ClientUse } from '../../base/smartsheet/smartsheet.ts';

type OpenClient = (connection: SmartsheetConnection, use?: ClientUse) => SmartsheetClient;

type Keeping = {
  /** Returns what is remembered of a sheet; all of it, unless given. */
  toKept?: (sheet: Sheet) => Sheet;
  /** How many reads are remembered: the rows of a long sheet take much memory. */
  max?: number;
};

/** Returns a context whose clients read a sheet once when it is requested again in the same way. Use it for one request. */
export function readingOnce(context: Context, keeping: Keeping = {}): Context {
  const { smartsheet } = context;
  const openClient = clientReadingOnce(smartsheet.openClient, keeping);
  return { ...context, smartsheet: { ...smartsheet, openClient } };
}

function clientReadingOnce(
  openClient: OpenClient,
  { toKept = (sheet) => sheet, max = 2_000 }: Keeping,
): OpenClient {
  const reads = new LRUCache<string, ReturnType<SmartsheetClient['sheets']['get']>>({ max });
  return (connection, use) => {
    const client = openClient(connection, use);
    const get: SmartsheetClient['sheets']['get'] = (input) => {
      const key = JSON.stringify([connection.id, connection.accountId, input]);
      const known = reads.get(key) ?? client.sheets.get(input).then(toKept);
      reads.set(key, known);
      return known;
    };
    return { ...client, sheets: { ...client.sheets, get } };
  };
}
