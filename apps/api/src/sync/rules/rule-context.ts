import type { Rule } from '@picksync/db';
import type { Sheet } from '@picksync/smartsheet-client';
import { toTitleKey } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { withReadsOnce } from '../smartsheet/with-reads-once.ts';
import { findMatches } from './rules.store.ts';

/**
 * Returns a context for one look into a rule: its clients leave the calls that people need, read a sheet once for the whole look,
 * and keep of a sheet only the columns that the rule may fill. Five hundred sheets of four hundred columns are too much to keep.
 */
export async function toRuleContext(context: Context, rule: Rule): Promise<Context> {
  const { smartsheet } = context;
  const rows = await findMatches(context.db, rule.id);
  const ids = new Set(
    rows.flatMap((row) => [row.columnId, row.chosenColumnId, row.automation?.targetColumnId]),
  );
  const wanted = toTitleKey(rule.columnTitle);
  const isOfRule = ({ id, title }: Sheet['columns'][number]) => ids.has(id) || toTitleKey(title) === wanted;
  const openClient: typeof smartsheet.openClient = (connection) => smartsheet.openClient(connection, 'rules');
  // Filters and labels may name any column of the source.
  const toKept = (sheet: Sheet): Sheet =>
    sheet.id === rule.sourceSheetId ? sheet : { ...sheet, columns: sheet.columns.filter(isOfRule) };
  return withReadsOnce({ ...context, smartsheet: { ...smartsheet, openClient } }, { toKept });
}
