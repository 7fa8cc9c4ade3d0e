import {
  AppError,
  type CopyRefusal,
  copiesKept,
  failureSentence,
  lossRefusals,
  restoreSentence,
} from '@picksync/contracts';
import { type Automation, type CopyLoss, type Db, findCopyLoss, type ListCopy } from '@picksync/db';
import type { SmartsheetClient } from '@picksync/smartsheet-client';
import {
  assessTarget,
  hasList,
  type ListColumn,
  planRestore,
  type RestorePlan,
  readCopy,
  readSheet,
  refusalReasons,
  restoreFingerprint,
  type SheetRead,
} from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';

/** A copy that is in Smartsheet as far as is known. */
export type UsableCopy = ListCopy & { attachmentId: string };

/** A copy against the dropdown as it is now. It holds option texts: never store or log them. */
export type CopyComparison = {
  column: ListColumn;
  wanted: string[];
  current: readonly string[];
  plan: RestorePlan;
  fingerprint: string;
  sheet: SheetRead;
};

/** Returns a copy of an automation. Throws `not_found` for any other id, and why it cannot be put back. */
export async function requireCopy(
  db: Db,
  { id: automationId, sheetId, targetColumnId }: Automation,
  copyId: string,
): Promise<UsableCopy> {
  const copy = await db.listCopy.findFirst({ where: { id: copyId, automationId } });
  const { attachmentId = null } = copy ?? {};
  if (!copy || attachmentId === null) throw new AppError('not_found');
  // One that somebody changed may be deleted by now, or be what it was.
  if (copy.lostAs !== null && copy.lostAs !== 'changed')
    throw refused(isLoss(copy.lostAs) ? lossRefusals[copy.lostAs] : 'copy_gone');
  if (copy.sheetId !== sheetId || copy.columnId !== targetColumnId) throw refused('copy_elsewhere');
  return { ...copy, attachmentId };
}

/**
 * Reads a copy and the dropdown, and compares them. What is wrong with the file is kept with the copy. Throws the codes of
 * `copyRefusals`, and `target_not_writable`.
 */
export async function compareCopy(
  context: Context,
  client: SmartsheetClient,
  input: { row: Automation; copy: UsableCopy; countsUses: boolean },
): Promise<CopyComparison> {
  const { row, copy, countsUses } = input;
  const { sheetId, targetColumnId } = row;
  const hash = context.getOptionHash(row.id);
  const usedColumnIds = countsUses ? [targetColumnId] : [];
  const needs = { sheetId, sourceColumnIds: [], targetColumnIds: [targetColumnId], usedColumnIds };
  // Before the file: of a sheet that is closed to us for a while, no file is there either.
  const sheet = await context.smartsheet.wholeReads(row.userId, () => readSheet({ client, ...needs }));
  const column = requireWritable(sheet, targetColumnId);
  const file = await readCopy({ client, copy, hash });
  if (file.state !== 'kept') {
    const lostAs = await findLoss(context.db, copy, file.state);
    await recordLoss(context.db, copy, lostAs);
    throw refused(lossRefusals[lostAs]);
  }
  if (copy.lostAs !== null) await recordLoss(context.db, copy, null);
  const current = column.options ?? [];
  const plan = planRestore({ current, wanted: file.options });
  const fingerprint = restoreFingerprint(hash, { copyId: copy.id, current });
  return { column, wanted: file.options, current, plan, fingerprint, sheet };
}

/** Returns what has become of the file of a copy that was found gone or changed. */
async function findLoss(db: Db, copy: UsableCopy, found: 'gone' | 'changed'): Promise<CopyLoss> {
  // A run deletes no file that a person has changed.
  if (copy.lostAs === 'changed') return found;
  return findCopyLoss(db, copy, { found, kept: copiesKept });
}

/** Records what has become of the file of a copy, unless a run has recorded since that it deleted the file. */
async function recordLoss(
  db: Db,
  { id, lostAs: before }: UsableCopy,
  lostAs: CopyLoss | null,
): Promise<void> {
  await db.listCopy.updateMany({ where: { id, lostAs: before }, data: { lostAs } });
}

function isLoss(text: string): text is CopyLoss {
  return Object.hasOwn(lossRefusals, text);
}

function requireWritable(sheet: SheetRead, columnId: string): ListColumn {
  const column = sheet.columns.get(columnId);
  if (!column) throw notWritable('target_column_gone');
  if (!hasList(column)) throw refused('restore_not_dropdown');
  const target = assessTarget({ column, sheet });
  if (!target.writable) throw notWritable(refusalReasons[target.reason]);
  return target.column;
}

function notWritable(reason: Parameters<typeof failureSentence>[0]): AppError {
  return new AppError('target_not_writable', { message: failureSentence(reason) });
}

/** Returns why a list is not put back, and what it would do now where that is what has changed. */
export function refused(reason: CopyRefusal, plan?: RestorePlan): AppError {
  if (!plan) return new AppError(reason);
  const counts = { added: plan.added.length, removed: plan.removed.length };
  return new AppError(reason, { message: restoreSentence(reason, counts), details: counts });
}
