import type { SmartsheetConnection } from '@picksync/db';
import type { Sheet, SmartsheetClient } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';
import type { ClientUse } from '../../base/smartsheet/smartsheet.ts';

type ToKept = (sheet: Sheet) => Sheet;

type OpenClient = (connection: SmartsheetConnection, use?: ClientUse) => SmartsheetClient;

/**
 * Returns a context whose clients read a sheet once when it is requested twice in the same way, and keep of it what `toKept`
 * returns. Use it for one request.
 */
export function readingOnce(context: Context, toKept: ToKept = (sheet) => sheet): Context {
  const { smartsheet } = context;
  const openClient = clientReadingOnce(smartsheet.openClient, toKept);
  return { ...context, smartsheet: { ...smartsheet, openClient } };
}

/**
 * Returns an `OpenClient` that reads a sheet once when it is requested twice in the same way.
 */
function clientReadingOnce(openClient: OpenClient, toKept: ToKept): OpenClient {
  const reads = new Map<string, ReturnType<SmartsheetClient['sheets']['get']>>();
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
