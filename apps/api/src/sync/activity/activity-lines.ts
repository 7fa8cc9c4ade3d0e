import {
  type ActivityLine,
  AppError,
  type endpoints,
  entitlements,
  type LineDetails,
  type LineEntry,
  type Parsed,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { entriesOfFree, type Reader, toView } from './activity.ts';
import {
  type EntryRow,
  findEntries,
  findLines,
  findPassCost,
  type LineRow,
  type ShownLog,
} from './activity-lines.store.ts';
import { searchInTime } from './search-in-time.ts';

type Query = Parsed<typeof endpoints.activity.lines>['query'];
type Filter = Parsed<typeof endpoints.activity.line>['query'];

/** Returns whose entries are read: all of them, or without the full log the newest alone. */
function toLog({ now }: Context, { id: userId, ...billingStatus }: Reader) {
  const { fullActivityLog } = entitlements({ ...billingStatus, now: now() });
  return { userId, ...(!fullActivityLog && { newest: entriesOfFree }) };
}

/**
 * Returns one page of a user's activity as lines, newest first: all entries of one pass, or of what was asked of many
 * automations at once, are one line.
 */
export async function listLines(
  context: Context,
  reader: Reader,
  { cursor, limit, ...filter }: Query,
): Promise<{ items: ActivityLine[]; nextCursor: string | null }> {
  const log = toLog(context, reader);
  const below = parseCursor(cursor);
  const sought = { userId: reader.id, search: filter.search };
  const rows = await searchInTime(context, sought, (db) =>
    findLines(db, { ...log, ...filter, limit, below }),
  );
  const page = toPage(rows, limit, ({ timestamp, id }) => ({ at: timestamp, id }));
  return { ...page, items: page.items.flatMap(toLine) };
}

function toLine({
  sourceSheetName,
  sourceColumnName,
  sheetName,
  isChange,
  totals,
  ...row
}: LineRow): ActivityLine[] {
  const [entry] = toView(row);
  if (!entry) return [];
  const isRun = row.outcome !== null;
  const source =
    isRun && sourceColumnName !== null ? { sheetName: sourceSheetName, columnName: sourceColumnName } : null;
  const common = { id: row.groupId ?? row.id, entry, source, isChange };
  if (totals === null) return [{ ...common, ...toTotals(row), action: entry.action, sheetName }];
  const { worst: status, targetSheetName, hasManySources, action, ...sums } = totals;
  const shared = {
    action: action === entry.action ? entry.action : null,
    source: hasManySources ? null : source,
  };
  return [{ ...common, ...sums, ...shared, status, sheetName: targetSheetName }];
}

/** What an entry of its own adds up to. */
function toTotals({ status, details, outcome, added, removed, renamed }: ShownLog) {
  const isWritten = outcome === 'changed';
  return {
    entries: 1,
    status,
    details,
    updated: isWritten ? 1 : 0,
    waitingReview: outcome === 'waiting_review' ? 1 : 0,
    failed: outcome === 'failed' ? 1 : 0,
    added: isWritten ? (added ?? 0) : 0,
    removed: isWritten ? (removed ?? 0) : 0,
    renamed: isWritten ? (renamed ?? 0) : 0,
  };
}

/** Returns the entries of a line that pass the filter, and what its read of the source cost. Throws `not_found`. */
export async function readLine(
  context: Context,
  reader: Reader,
  { lineId, ...filter }: Filter & { lineId: string },
): Promise<LineDetails> {
  const log = toLog(context, reader);
  const [rows, pass] = await Promise.all([
    findEntries(context.db, { ...log, ...filter, lineId }),
    findPassCost(context.db, { userId: reader.id, passId: lineId }),
  ]);
  if (rows.length === 0 && (await findEntries(context.db, { ...log, lineId })).length === 0)
    throw new AppError('not_found');
  return { entries: rows.flatMap(toLineEntry), pass };
}

function toLineEntry({ sheetName, targetColumnName, keyName, ...row }: EntryRow): LineEntry[] {
  const target =
    sheetName !== null && targetColumnName !== null ? { sheetName, columnName: targetColumnName } : null;
  return toView(row).map((entry) => ({ ...entry, target, keyName }));
}
