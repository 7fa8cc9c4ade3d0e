import type { SmartsheetConnection } from '@picksync/db';
import type { Report, Sheet, SmartsheetClient } from '@picksync/smartsheet-client';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../base/context.ts';
import type { ClientUse } from '../../base/smartsheet/smartsheet.ts';

type OpenClient = (connection: SmartsheetConnection, use?: ClientUse) => SmartsheetClient;

type Keeping = {
  /** Returns what is remembered of a sheet that was read without its rows; all of it, unless given. */
  toKept?: (sheet: Sheet) => Sheet;
  /** How many reads without rows are remembered. */
  max?: number;
};

/** The rows of a long sheet take much memory: remembered are those of a source and of the dropdown that is filled from it. */
const wholeReadsKept = 2;

/** Returns a context whose clients read a sheet or report once when it is requested again in the same way. Use it for one request. */
export function withReadsOnce(context: Context, keeping: Keeping = {}): Context {
  const { smartsheet } = context;
  const openClient = openClientReadingOnce(smartsheet.openClient, keeping);
  return { ...context, smartsheet: { ...smartsheet, openClient } };
}

function openClientReadingOnce(
  openClient: OpenClient,
  { toKept = (sheet) => sheet, max = 2_000 }: Keeping,
): OpenClient {
  const ofSheets = createReads<Sheet>(max);
  const ofWholeSheets = createReads<Sheet>(wholeReadsKept);
  const ofReports = createReads<Report>(wholeReadsKept);
  return (connection, use) => {
    const client = openClient(connection, use);
    const { sheets, reports } = client;
    const account = [connection.id, connection.accountId];
    return {
      ...client,
      sheets: {
        ...sheets,
        get: (input) => ofSheets([...account, input], () => sheets.get(input).then(toKept)),
        getWhole: (input) => ofWholeSheets([...account, input], () => sheets.getWhole(input)),
      },
      reports: {
        ...reports,
        getWhole: (input) => ofReports([...account, input], () => reports.getWhole(input)),
      },
    };
  };
}

/** Returns a function that reads what it has not read before. */
function createReads<Read>(max: number) {
  const reads = new LRUCache<string, Promise<Read>>({ max });
  return (which: readonly unknown[], read: () => Promise<Read>): Promise<Read> => {
    const key = JSON.stringify(which);
    const known = reads.get(key) ?? read();
    reads.set(key, known);
    return known;
  };
}
