import { type CopyRefusal, copiesKept, lossRefusals, supportedSettings } from '@picksync/contracts/sync';
import { findCopyLoss } from '@picksync/db';
import { toChangeAgent } from '@picksync/smartsheet-account';
import { SmartsheetError } from '@picksync/smartsheet-client';
import {
  assessTarget,
  type FoundCopy,
  findArrivedWrite,
  hashFor,
  hasList,
  isRestoreFingerprint,
  type ListColumn,
  planRestore,
  readCopy,
  readSheet,
  type SheetRead,
  toBaseHashes,
  writeOptions,
} from '@picksync/sync-engine';
import type { Context } from '../context.ts';
import { toRecoveredWrite } from '../runs/recovered-write.ts';
import type { Run } from '../runs/run.ts';
import { beginWrite } from '../writes/intents.store.ts';
import { toWarnings } from '../writes/write-plan.ts';
import { keepCopy } from './keep-copy.ts';
import type { PendingRestore } from './restores.store.ts';

type Refused = { reason: CopyRefusal; added?: number; removed?: number };

/** Puts one list back. `left`: it has to be looked at once more. Throws what passes by itself, or stops the connection. */
export async function restoreList(
  context: Context,
  pass: Pick<Run, 'claim' | 'client' | 'call'>,
  { automation, request, copy }: PendingRestore,
) {
  const settings = supportedSettings(automation);
  if (settings === null) return 'left' as const;
  const { id, connectionId, sheetId, targetColumnId: columnId } = automation;
  if (!copy) return refuse('copy_gone');
  if (copy.sheetId !== sheetId || copy.columnId !== columnId) return refuse('copy_elsewhere');
  const hash = context.getOptionHash(id);
  const { client } = pass;
  const call = { ...pass.call, changeAgent: toChangeAgent(connectionId, id) };
  const run = { automation, client, call, hash };
  const seenAt = context.now();
  const needs = { sheetId, sourceColumnIds: [], targetColumnIds: [columnId], usedColumnIds: [] };
  // Before the file: of a sheet that is closed to us for a while, no file is there either.
  const found = await findColumn(() => readSheet({ client, call, ...needs }), columnId);
  if ('reason' in found) return found;
  const { column, sheet } = found;
  const current = column.options ?? [];
  const names = { targetColumnName: column.title.toWellFormed(), sheetName: sheet.name.toWellFormed() };
  const arrived = findArrivedWrite(automation, current, hash);
  // In a two-way automation the next merge has to see what came back.
  const toBase = (options: readonly string[]) =>
    settings.mode === 'two_way'
      ? undefined
      : toBaseHashes({ options, settings, hash: hashFor(column, hash) });
  const toDone = (options: readonly string[]) => ({
    ...names,
    optionCount: options.length,
    fingerprint: hash.ofList(options),
    baseHashes: toBase(options),
  });
  // What is done is recorded whatever became of the file.
  if (arrived && hash.isOfList(copy.listHash, current)) {
    const { added, removed, copyId } = arrived;
    return { ...toDone(current), added, removed, copyId, warnings: [] };
  }
  if (automation.lacksClaim) return refuse('restore_refused');
  const { attachmentId } = copy;
  if (attachmentId === null) return refuse('copy_gone');
  const file = await findFile(() => readCopy({ client, call, hash, copy: { ...copy, attachmentId } }));
  if (file === null) return refuse('restore_refused');
  if (file.state !== 'kept') {
    const lostAs = await findCopyLoss(context.prisma, copy, { found: file.state, kept: copiesKept });
    return refuse(lossRefusals[lostAs]);
  }
  const { options: wanted } = file;
  const plan = planRestore({ current, wanted });
  const counts = { added: plan.added.length, removed: plan.removed.length };
  if (!isRestoreFingerprint(hash, request.fingerprint, { copyId: copy.id, current })) {
    return plan.isSame ? refuse('restore_nothing') : { ...refuse('restore_outdated'), ...counts };
  }
  if (plan.isSame) return refuse('restore_nothing');
  const kept = await keepCopy(context, run, column);
  if (kept.refusal !== null) return refuse('copy_not_saved');
  const { copyId } = kept;
  const validation = arrived?.validation ?? column.validation;
  const intent = {
    sheetId,
    columnId,
    fingerprint: hash.ofList(wanted),
    validation,
    copyId,
    optionCount: wanted.length,
  };
  const recovered = arrived && {
    ...toRecoveredWrite(automation, arrived, context.now()),
    baseHashes: toBaseHashes({ options: current, settings, hash: hashFor(column, hash) }),
  };
  const { claim } = pass;
  if (!(await beginWrite(context, { automation, claim, intent: { ...intent, ...counts }, recovered })))
    return 'left' as const;
  try {
    const place = { client, call, sheetId, column, seenAt, now: context.now };
    const applied = await writeOptions({ ...place, options: wanted, validation });
    return { ...toDone(applied.column.options ?? wanted), ...counts, copyId, warnings: toWarnings(applied) };
  } catch (error) {
    if (isRefusal(error)) return refuse('restore_refused');
    throw error;
  }
}

function refuse(reason: CopyRefusal): Refused {
  return { reason };
}

function isRefusal(error: unknown): boolean {
  return error instanceof SmartsheetError && (error.class === 'configuration' || error.class === 'bug');
}

/** Returns what was found of the file; null where we may not read it, which says nothing of it. */
async function findFile(read: () => Promise<FoundCopy>): Promise<FoundCopy | null> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Returns the dropdown as it is now, or why it cannot be written. */
async function findColumn(
  read: () => Promise<SheetRead>,
  columnId: string,
): Promise<{ column: ListColumn; sheet: SheetRead } | Refused> {
  try {
    const sheet = await read();
    const column = sheet.columns.get(columnId);
    if (!column) return refuse('restore_refused');
    if (!hasList(column)) return refuse('restore_not_dropdown');
    const target = assessTarget({ column, sheet });
    return target.writable ? { column: target.column, sheet } : refuse('restore_refused');
  } catch (error) {
    if (isRefusal(error)) return refuse('restore_refused');
    throw error;
  }
}
