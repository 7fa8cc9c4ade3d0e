import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RunOutcome } from '@picksync/contracts';
import { type Automation, type Sheet, type SyncFinish, UnsealError } from '@picksync/db';
import { SmartsheetError } from '@picksync/smartsheet-client';
import type { OptionHash, SheetReads } from '@picksync/sync-engine';
import type { Run } from '../runs/run.ts';
import type { RunResult } from '../runs/run-result.ts';
import type { Due, DueWork } from './find-due-work.ts';
import type { SheetsRecord } from './sheets.store.ts';

/** One pass over a connection, under its lock. */
export type Pass = Pick<Run, 'claim' | 'client' | 'call'> & {
  /** Whether this process has to stop or was replaced: what is begun is finished, the rest is left. */
  shouldStop: () => boolean;
  reads: SheetReads;
  progress: PassProgress;
  counter: CallCounter;
  /** Whether the connection has the right to write cells. */
  canWriteCells: boolean;
  /** Whether the user has an outgoing webhook that may want to know of a run. */
  hasOutgoingWebhooks: boolean;
  /** Runs work on one sheet after other work on it: Smartsheet refuses two writes at once. */
  withSheetMutex: <T>(sheetId: string, work: () => Promise<T>) => Promise<T>;
};

/** The run of one automation in a pass. */
export type PassRun = Run &
  Pass &
  Due & {
    /** Returns the hashes of previews of new automations of the same user. */
    draftHash: () => OptionHash;
    /** Leaves the rest of the run to a later pass: the next one, or one after some time. */
    leave: (when?: { forMs: number }) => void;
  };

/** The state of a pass over a connection. */
type PassProgress = {
  outcomes: Record<RunOutcome, number>;
  /** Ids of automations that were not dealt with. */
  left: Set<string>;
  /** When the first of these that wait for something is to be looked at again. */
  retryAt: Date | null;
  /** Sources that an automation did not have to read. */
  skippedSources: Set<string>;
  /** An error of the connection as a whole that passes by itself: no further call is made. */
  retry: SmartsheetError | null;
  /** Automations with a sheet for which Smartsheet answers with errors. */
  failing: Automation[];
  /** Sheets that failed since the last success. */
  failedInRow: Set<string>;
  /** The connection is refused. */
  needsUser: SmartsheetError | null;
  bugs: number;
  /** The id of the pass for the runs of each source column, by sheet and column; of each lost destination sheet, by the sheet. */
  passIds: Map<string, string>;
};

export type PassEnd = Pick<PassProgress, 'outcomes' | 'bugs' | 'retry' | 'failing'> & {
  /** Something marked was not dealt with. */
  isLeft: boolean;
  /** Whether Smartsheet as a whole may be away: nothing succeeded, or two sheets in a row did not. */
  isOutageLikely: boolean;
  /** When the first automation that backs off or is on hold is tried again. */
  retryAt: Date | null;
  /** How the run ended where the pass ended it: undefined when the caller has to decide that. */
  finish?: SyncFinish;
};

export function createPassProgress(): PassProgress {
  return {
    outcomes: { changed: 0, unchanged: 0, waiting_review: 0, failed: 0 },
    left: new Set(),
    retryAt: null,
    skippedSources: new Set(),
    retry: null,
    failing: [],
    failedInRow: new Set(),
    needsUser: null,
    bugs: 0,
    passIds: new Map(),
  };
}

/** Returns the id that all runs of one source column have in this pass. */
export function getPassId(
  { passIds }: Pick<PassProgress, 'passIds'>,
  { sourceSheetId, sourceColumnId }: Automation,
): string {
  return getOrCreateId(passIds, `${sourceSheetId}/${sourceColumnId}`);
}

function getOrCreateId(passIds: PassProgress['passIds'], key: string): string {
  const id = passIds.get(key) ?? randomUUID();
  passIds.set(key, id);
  return id;
}

/**
 * Returns the id of the entries that the activity shows as one: those of a pass, and apart from them those whose destination
 * sheet is gone, whatever their sources are.
 */
export function getGroupId(progress: PassProgress, automation: Automation, result: RunResult): string {
  const isSheetGone = result.outcome === 'failed' && result.reason === 'target_sheet_gone';
  return isSheetGone
    ? getOrCreateId(progress.passIds, `to ${automation.sheetId}`)
    : getPassId(progress, automation);
}

/** When this many sheets fail in a row, the cause is not the sheets. */
const sheetsInRow = 2;

/** Returns whether the pass must stop because the whole connection is refused, over its limit or cut off. */
export function isHalted({ retry, needsUser, failedInRow }: PassProgress): boolean {
  return needsUser !== null || retry !== null || failedInRow.size >= sheetsInRow;
}

export function toPassEnd(progress: PassProgress, waitsUntil: Date | null = null): PassEnd {
  const retryAt = findEarlier(waitsUntil, progress.retryAt);
  const { outcomes, bugs, left, retry, failing } = progress;
  const hasSucceeded = Object.values(outcomes).some((count) => count > 0);
  const isOutageLikely = failing.length > 0 && (!hasSucceeded || isHalted(progress));
  return { outcomes, bugs, retry, failing, isLeft: left.size > 0, isOutageLikely, retryAt };
}

function findEarlier(one: Date | null, other: Date | null): Date | null {
  return one !== null && (other === null || one < other) ? one : other;
}

/** Leaves an automation to a later pass: the next one, or one after some time. */
export function leaveAutomation(progress: PassProgress, id: string, retryAt: Date | null = null): void {
  progress.left.add(id);
  progress.retryAt = findEarlier(retryAt, progress.retryAt);
}

/** Returns whether a pass has left nothing to do, or to wait for. */
export function isAllDone({ retry, failing, isLeft, retryAt }: PassEnd): boolean {
  return retry === null && failing.length === 0 && !isLeft && retryAt === null;
}

/**
 * Returns what is to be recorded of the sheets after a pass. A sheet counts as read only when every automation that
 * uses it was dealt with: one that was left out would miss the change otherwise.
 */
export function toSheetsRecord(input: {
  work: DueWork;
  /** As they were known before the pass. */
  sheets: ReadonlyMap<string, Pick<Sheet, 'dirtyAt'>>;
  reads: Pick<SheetReads, 'seen' | 'getFailure'>;
  /** Ids of the automations that were not dealt with. */
  left: ReadonlySet<string>;
  /** Sources that an automation did not have to read. */
  skippedSources: ReadonlySet<string>;
}): Pick<SheetsRecord, 'read' | 'lost' | 'marks'> {
  const { work, sheets, reads, left, skippedSources } = input;
  const unfinished = new Set(
    work.groups
      .flat()
      .filter(({ automation }) => left.has(automation.id))
      .flatMap(({ automation }) => [automation.sourceSheetId, automation.sheetId]),
  );
  const isDone = (sheetId: string) => work.covered.has(sheetId) && !unfinished.has(sheetId);
  const isSource = (sheetId: string) => (work.needs.get(sheetId)?.sourceColumnIds.length ?? 0) > 0;
  const read = reads
    .seen()
    .filter(({ id, hasRows }) => isDone(id) && !skippedSources.has(id) && (hasRows || !isSource(id)));
  const lost = [...work.needs.keys()].filter(
    (sheetId) => reads.getFailure(sheetId)?.class === 'configuration' && isDone(sheetId),
  );
  // A marked sheet that no active automation uses need not be read.
  const unused = [...sheets.keys()].filter((sheetId) => !work.used.has(sheetId));
  const marks = [...read.map(({ id }) => id), ...lost, ...unused].flatMap((sheetId) => {
    const dirtyAt = sheets.get(sheetId)?.dirtyAt;
    return dirtyAt ? [{ sheetId, dirtyAt }] : [];
  });
  return {
    read: read.map(({ id, name, version, volatile }) => ({ sheetId: id, name, version, volatile })),
    lost,
    marks,
  };
}

/** Counts the outcome of an automation: Smartsheet has answered. */
export function countOutcome(progress: PassProgress, outcome: RunOutcome): void {
  progress.outcomes[outcome] += 1;
  progress.failedInRow.clear();
}

/** Records the error of an automation that is left to a later pass. Of two pauses the longer one counts. */
export function recordError(
  progress: PassProgress,
  { error, automation, sheetId }: { error: SmartsheetError; automation: Automation; sheetId: string },
): void {
  const { retry } = progress;
  if (error.class === 'needs_user') progress.needsUser ??= error;
  if (error.class !== 'retry') return;
  if (isAboutConnection(error)) {
    if ((retry?.retryAfterMs ?? 0) <= (error.retryAfterMs ?? 0)) progress.retry = error;
    return;
  }
  progress.failing.push(automation);
  progress.failedInRow.add(sheetId);
}

/** Returns whether an error that passes by itself concerns every call of the connection, and not one sheet. */
function isAboutConnection({ reason, heldBackBy, operation }: SmartsheetError): boolean {
  return reason === 'rate_limited' || heldBackBy !== undefined || operation.startsWith('oauth.');
}

/**
 * Returns whether a retry would fail in the same way. Any other error comes from the database: the queue retries the
 * job, and it does not count against the automation.
 */
export function isBug(error: unknown): boolean {
  if (error instanceof SmartsheetError) return error.class === 'bug';
  return [TypeError, RangeError, ReferenceError, UnsealError].some((kind) => error instanceof kind);
}

type CallCounter = ReturnType<typeof createCallCounter>;

/**
 * Creates a counter of the calls that each piece of work makes, although several run at once. A call counts for the
 * work that began it: the read of a sheet that many automations share counts for the first of them.
 */
export function createCallCounter() {
  const current = new AsyncLocalStorage<{ calls: number }>();
  return {
    /** For the client's `onCall`. */
    onCall: () => {
      const tally = current.getStore();
      if (tally) tally.calls += 1;
    },
    counting: async <T>(work: () => Promise<T>): Promise<{ value: T; calls: number }> => {
      const tally = { calls: 0 };
      const value = await current.run(tally, work);
      return { value, calls: tally.calls };
    },
  };
}
