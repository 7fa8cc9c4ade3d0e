import type { FailureReason } from '@picksync/contracts';
import { type Column, maxRowIdsPerCall, maxRowsPerCall, SmartsheetError } from '@picksync/smartsheet-client';
import {
  addRows,
  deleteRows,
  type IsApproved,
  offerTexts,
  type Plan,
  type RowsDone,
  type SettledSource,
  type SourcePorts,
  type SourceRowChanges,
  settleSource,
  toFailureReason,
  toRunState,
} from '@picksync/sync-engine';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import type { Context } from '../context.ts';
import type { Run } from '../runs/run.ts';
import type { RunResult } from '../runs/run-result.ts';
import { beginRows, forgetRows } from '../writes/intents.store.ts';

/** What is needed of a look at both sheets. */
type Seen = {
  failure: FailureReason | null;
  plan?: Pick<Plan, 'verdict'>;
  rows?: SourceRowChanges | null;
  source?: { columns: ReadonlyMap<string, Column> };
};

/** How both sheets are looked at, and what a person has approved. */
type LookAgain<Look> = {
  isApproved: IsApproved;
  look: (input: { isApproved: IsApproved; rowsDone: RowsDone }) => Promise<Look>;
};

/** The last look at both sheets, or why the source could not be changed, and what was done to the source before it. */
type SettledLook<Look> = SettledSource<Look | { failure: FailureReason }> & { seenAt: Date };

/**
 * Syncs the source of a two-way automation with its dropdown, under the mutexes of both sheets, and returns the
 * look that came last. Undefined when the automation was changed meanwhile. Throws what is not the automation's own fault.
 */
export async function settleTwoWay<Look extends Seen>(
  context: Context,
  run: Run,
  lookAgain: LookAgain<Look>,
): Promise<SettledLook<Look> | undefined> {
  const { sourceSheetId, sourceColumnId, rowIntent } = run.automation;
  const { now } = context;
  const isSamePlace = rowIntent?.sheetId === sourceSheetId && rowIntent.columnId === sourceColumnId;
  const isApproved = rememberApproval(lookAgain.isApproved);
  const last: LastLook = { look: null, seenAt: now() };
  const look = async (rowsDone: RowsDone) => {
    const seen = await lookAgain.look({ isApproved, rowsDone });
    last.look = seen;
    last.seenAt = now();
    return seen;
  };
  try {
    const ports = { ...createPorts(context, run, last), look };
    const settled = await settleSource<Look>(ports, isSamePlace ? rowIntent : null);
    return settled && { ...settled, seenAt: last.seenAt };
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    const failure = toFailureReason({ error, role: 'source_rows' });
    return { look: { failure }, added: 0, deleted: 0, dropped: new Set(), underWay: null, seenAt: now() };
  }
}

type LastLook = { look: Seen | null; seenAt: Date };

function createPorts(
  { prisma, now }: Context,
  { automation, claim, client, call }: Run,
  last: LastLook,
): Omit<SourcePorts<Seen>, 'look'> {
  const { sourceSheetId: sheetId, sourceColumnId } = automation;
  const place = (isFirst: boolean) => {
    const column = last.look?.source?.columns.get(sourceColumnId);
    if (!column) throw new TypeError('Rows are changed before the source was read');
    return { client, call, sheetId, column, seenAt: isFirst ? last.seenAt : null, now };
  };
  return {
    getChanges: (look) => (mayWrite(look) ? (look.rows ?? null) : null),
    hasValue: (look, hash) => look.rows?.hasValue(hash) === true,
    isRowGone: (look, rowId) => look.rows?.hasRow(rowId) === false,
    begin: (rows) => beginRows(prisma, { automation, rows, claim, at: now() }),
    add: async (rows, { isFirst }) => {
      const input = { ...place(isFirst), texts: rows.map(({ text }) => text) };
      await offerTexts(input);
      await addRows(input);
    },
    remove: (rowIds, { isFirst }) => deleteRows({ ...place(isFirst), rowIds }),
    rowsPerCall: { added: maxRowsPerCall, deleted: maxRowIdsPerCall },
    forget: () => forgetRows(prisma, { automation, claim }),
    now,
  };
}

function mayWrite({ plan }: Seen): boolean {
  return plan?.verdict === 'write' || plan?.verdict === 'unchanged';
}

/**
 * Returns a check that remembers approvals: a list that was approved with rows to delete or to add is still approved once
 * they are.
 */
function rememberApproval(isApproved: IsApproved): IsApproved {
  const approved = new Set<string>();
  return (replacement, reason) => {
    const { current, next, rows, newRows } = replacement;
    const lists = JSON.stringify([current, next]);
    if (isApproved(replacement, reason)) approved.add(lists);
    else if (rows !== undefined || newRows !== undefined) return false;
    return approved.has(lists);
  };
}

/**
 * Returns the result of a run with the changes of its source, which are remembered however the rest of the run ended.
 */
export function withSourceRows(
  automation: SyncedAutomation,
  result: RunResult | undefined,
  { look, added, deleted, dropped, underWay }: SettledLook<Seen>,
): RunResult | undefined {
  if (result === undefined) return undefined;
  const rows = { added, deleted, underWay };
  const before = toRunState(automation);
  if (result.outcome !== 'changed' && result.outcome !== 'unchanged') {
    const state = { ...before, ...result.state };
    const baseHashes = state.baseHashes.filter((hash) => !dropped.has(hash));
    return { ...result, rows, state: { ...state, baseHashes } };
  }
  // An option that somebody added during the run is no row yet.
  const toAdd = 'rows' in look ? (look.rows?.toAdd ?? []) : [];
  const notYet = new Set(toAdd.map(({ hash }) => hash));
  const state = result.state ?? before;
  const baseHashes = state.baseHashes.filter((hash) => !notYet.has(hash));
  const outcome = added + deleted > 0 ? 'changed' : result.outcome;
  return { ...result, outcome, rows, state: { ...state, baseHashes } };
}
