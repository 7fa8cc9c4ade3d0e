import type { ColumnMatch, SourceKind } from '@picksync/contracts';
import { countMatches, toPairSheet } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { readSheets } from '../destinations/read-sheets.ts';
import { withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { isFillable, rowsRead } from './likely-pairs.ts';

type MatchesInput = {
  userId: string;
  signal: AbortSignal;
  targetSheetId: string;
  sourceSheetId: string;
  sourceColumnId: string;
  sourceKind?: SourceKind | undefined;
};

/**
 * Returns how many options of each dropdown of a sheet are values of a source, from the first rows of the source. Nothing where
 * one of the two cannot be read now: it is a hint, and waits for no calls.
 */
export async function listMatches(
  context: Context,
  { userId, signal, targetSheetId, sourceSheetId, sourceColumnId, sourceKind }: MatchesInput,
): Promise<ColumnMatch[]> {
  return withSmartsheet(context, userId, async (_, connection) => {
    const client = context.smartsheet.openClient(connection, 'pairs');
    const ids = [...new Set([targetSheetId, sourceSheetId])];
    const read = await readSheets(
      ids.map((id) => ({ id })),
      {
        read: async (sheetId, options) => {
          const isSource = sheetId === sourceSheetId;
          if (isSource && sourceKind === 'report') {
            const page = { reportId: sheetId, page: 1, pageSize: rowsRead };
            return toPairSheet(await client.reports.get({ ...options, ...page }), () => false);
          }
          const pageSize = isSource ? rowsRead : 1;
          const sheet = await client.sheets.get({ ...options, sheetId, page: 1, pageSize });
          return toPairSheet(sheet, (column) => isFillable(column, sheet, connection));
        },
        now: context.now,
        signal,
      },
    );
    const [target, source] = [targetSheetId, sourceSheetId].map((id) =>
      read.sheets.find(({ sheetId }) => sheetId === id),
    );
    const counts = target && source && countMatches(source, sourceColumnId, target);
    return Array.from(counts ?? [], ([columnId, matchingCount]) => ({ columnId, matchingCount }));
  });
}
