import {
  AppError,
  activityActionNames,
  activityActions,
  activityStatusNames,
  type endpoints,
  entitlements,
  type Parsed,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { csvStart, toCsvLine } from '../../base/csv.ts';
import type { Position } from '../../base/cursor.ts';
import type { Reader } from './activity.ts';
import { type EntryRow, findEntries } from './activity-lines.store.ts';

type Filter = Parsed<typeof endpoints.activity.file>['query'];

const rowsPerRead = 500;

const heads = [
  'time',
  'status',
  'action',
  'automation',
  'source',
  'destination',
  'added',
  'removed',
  'by_whom',
];

/** Returns the activity that passes the filter as a file, whose lines are read as they are sent. Throws `plan_required`. */
export function exportActivity(
  context: Context,
  reader: Reader & { email: string },
  filter: Filter,
): { fileName: string; lines: AsyncGenerator<string> } {
  const { id, email, ...billingStatus } = reader;
  const now = context.now();
  if (!entitlements({ ...billingStatus, now }).fullActivityLog) throw new AppError('plan_required');
  return {
    fileName: `picksync-activity-${now.toISOString().slice(0, 10)}.csv`,
    lines: readActivityFile(context, { id, email }, filter),
  };
}

/**
 * Reads the entries that pass the filter as CSV, newest first, some rows at a time, so that their number costs no memory.
 * There is no option text in an entry, and the sentences stay where they are.
 */
async function* readActivityFile(
  { db }: Context,
  { id: userId, email }: { id: string; email: string },
  filter: Filter,
): AsyncGenerator<string> {
  yield csvStart + toCsvLine(heads);
  let below: Position | null = null;
  do {
    const rows: EntryRow[] = await findEntries(db, { userId, ...filter, below, limit: rowsPerRead });
    if (rows.length > 0) yield rows.map((row) => toLine(row, email)).join('');
    const last = rows.length === rowsPerRead ? rows.at(-1) : undefined;
    below = last ? { at: last.timestamp, id: last.id } : null;
  } while (below);
}

function toLine(row: EntryRow, email: string): string {
  const { timestamp, status, action, automationName, sheetName, targetColumnName } = row;
  const known = activityActions.find((name) => name === action);
  const isWritten = row.outcome === 'changed' || (row.outcome === null && row.status === 'success');
  const toCount = (count: number | null) => (isWritten && count !== null ? String(count) : null);
  return toCsvLine([
    timestamp.toISOString(),
    activityStatusNames[status],
    known ? activityActionNames[known] : action,
    automationName,
    toPlace(row.sourceSheetName, row.sourceColumnName),
    toPlace(sheetName, targetColumnName),
    toCount(row.added),
    toCount(row.removed),
    toActor(row, email),
  ]);
}

function toPlace(sheet: string | null, column: string | null): string | null {
  return column === null ? null : `${sheet ?? 'Unknown sheet'} · ${column}`;
}

/** What the user does, or a program of theirs, but for what `wasBySystem` finds. */
const userActions: readonly string[] = [
  'create_automation',
  'edit_automation',
  'pause_automation',
  'activate_automation',
  'delete_automation',
  'approve_review',
  'keep_review',
  'manual_sync',
  'connect_smartsheet',
  'disconnect_smartsheet',
];

function toActor(row: EntryRow, email: string): string {
  if (row.keyName !== null) return `API key ${row.keyName}`;
  return userActions.includes(row.action) && !wasBySystem(row) ? email : 'Picksync';
}

/** Returns whether the system did by itself what a user can do as well. */
function wasBySystem({ action, status, outcome, isBySystem }: EntryRow): boolean {
  if (isBySystem) return true;
  if (action === 'pause_automation') return status === 'warning' || outcome !== null;
  // A connection that Smartsheet refuses is an error.
  return action === 'disconnect_smartsheet' && status === 'error';
}
