import { type AutomationSettings, findAdvancedSettings, supportedSettings } from '@picksync/contracts/sync';
import { nextTryAt, type Sheet } from '@picksync/db';
import { parseLeaving, type SheetNeeds, sheetNeeds } from '@picksync/sync-engine';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import type { OtherAutomation, UnreadableAutomation } from './passes.store.ts';

/** A marked automation, with its settings and why it is marked. */
export type Due = {
  automation: SyncedAutomation;
  settings: AutomationSettings;
  /**
   * Only the target sheet has moved since the automation was last in step, and its mode does not depend on the rows
   * there.
   */
  hasOnlyTargetMoved: boolean;
  /** It has settings that the plan of its user does not include: nothing is read or written. */
  lacksPlan: boolean;
};

export type DueWork = {
  /** By source sheet, which is read once for all of them. */
  groups: Due[][];
  /** What the reads of a sheet have to bring, by sheet. */
  needs: ReadonlyMap<string, SheetNeeds>;
  /**
   * Sheets of which every automation is due. Other sheets must not be recorded as read: their other automations would
   * miss the change.
   */
  covered: ReadonlySet<string>;
  /** Sheets that an active automation uses, due or not. */
  used: ReadonlySet<string>;
  /** Marked automations with settings that this version does not know: a newer one wrote them. */
  unsupported: UnreadableAutomation[];
  /** When the first waiting automation is due again: Smartsheet answered with errors for its sheets, or it is about to be paused. */
  retryAt: Date | null;
};

type Marks = ReadonlyMap<string, Pick<Sheet, 'dirtyAt'>>;

type DueInput = {
  /** Active ones, marked or not. */
  automations: SyncedAutomation[];
  unreadable: UnreadableAutomation[];
  /** The other active ones, which are not marked. */
  others?: OtherAutomation[];
  sheets: Marks;
  /** When the user last connected to Smartsheet. */
  connectedAt: Date;
  /** Whether the plan of the user includes advanced settings. */
  hasAdvanced: boolean;
  /** Ids of those that the plan does not cover any more. They wait until a job has paused them. */
  surplus: ReadonlySet<string>;
  now: Date;
};

/** How long the job that pauses a surplus may take. */
const pauseTakesMs = 5_000;

/** Returns what there is to do for a connection: the active automations that are marked, or whose sheets are. */
export function findDueWork(input: DueInput): DueWork {
  const { automations, unreadable, others = [], sheets, hasAdvanced, surplus, now } = input;
  const due: Due[] = [];
  const waiting: Date[] = [];
  const unsupported = unreadable.filter((automation) => isMarked(automation, sheets));
  for (const automation of automations.filter((one) => isMarked(one, sheets))) {
    const settings = supportedSettings(automation);
    const retriesAt = nextTryAt(automation);
    if (settings === null) unsupported.push(automation);
    else if (surplus.has(automation.id)) waiting.push(new Date(now.getTime() + pauseTakesMs));
    else if (retriesAt !== null && retriesAt > now) waiting.push(retriesAt);
    else
      due.push({
        automation,
        settings,
        hasOnlyTargetMoved:
          !dependsOnMore(automation, settings, now) && hasOnlyTargetMoved(automation, input),
        lacksPlan: !hasAdvanced && findAdvancedSettings(settings).length > 0,
      });
  }
  const dueIds = new Set(due.map(({ automation }) => automation.id));
  const all = [...automations, ...unreadable, ...others];
  const left = new Set(all.filter(({ id }) => !dueIds.has(id)).flatMap(getSheetIds));
  const needs = sheetNeeds(
    due.flatMap(({ automation, settings, lacksPlan }) => (lacksPlan ? [] : { ...automation, settings })),
  );
  return {
    groups: [...Map.groupBy(sortByUrgency(due), ({ automation }) => automation.sourceSheetId).values()],
    needs,
    covered: new Set([...needs.keys()].filter((sheetId) => !left.has(sheetId))),
    used: new Set(all.flatMap(getSheetIds)),
    unsupported,
    retryAt: waiting.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
  };
}

/**
 * Sorts automations that a person waits for to the beginning: a pass may end before all had their turn. Those whose sheets failed
 * before come last, so that they do not hold up the others.
 */
function sortByUrgency(due: Due[]): Due[] {
  const rank = ({ automation: { outageSince, dirtyAt, dirtyReason } }: Due) => {
    if (outageSince !== null) return 2;
    return dirtyAt !== null && (dirtyReason === 'settings' || dirtyReason === 'creation') ? 0 : 1;
  };
  return due.toSorted((one, other) => rank(one) - rank(other));
}

function getSheetIds({ sourceSheetId, sheetId }: OtherAutomation): string[] {
  return [sourceSheetId, sheetId];
}

function isMarked(automation: UnreadableAutomation, sheets: Marks): boolean {
  return (
    automation.dirtyAt !== null || getSheetIds(automation).some((sheetId) => sheets.get(sheetId)?.dirtyAt)
  );
}

/**
 * Returns whether only the sheet of the target has moved. A moved sheet marks its automations, so their own mark does
 * not say what set it; but an edit changes the automation's row, and a row that a run recorded has the date of the run.
 * A sync by hand reads the source in any case, and a source that has no row yet could not be marked.
 */
function hasOnlyTargetMoved(
  automation: SyncedAutomation,
  { sheets, connectedAt }: Pick<DueInput, 'sheets' | 'connectedAt'>,
): boolean {
  const { lastRunAt, lastRunOutcome, updatedAt, manualSyncAt, intent, sourceSheetId, sheetId } = automation;
  if (intent) return false;
  if (lastRunOutcome !== 'changed' && lastRunOutcome !== 'unchanged') return false;
  const isAsLeft =
    lastRunAt !== null && updatedAt.getTime() === lastRunAt.getTime() && connectedAt <= lastRunAt;
  if (!isAsLeft || manualSyncAt !== null) return false;
  return sheets.get(sourceSheetId)?.dirtyAt === null && Boolean(sheets.get(sheetId)?.dirtyAt);
}

/** Returns whether a run depends on more than the lists of source and dropdown: on a date, or on cells. */
function dependsOnMore(
  { leaving, renameIntent }: SyncedAutomation,
  { mode }: Pick<AutomationSettings, 'mode'>,
  now: Date,
): boolean {
  return (
    mode === 'keep_used' ||
    mode === 'two_way' ||
    // Cells that were locked may be unlocked by now.
    renameIntent !== null ||
    parseLeaving(leaving).some(({ leavesAt }) => leavesAt <= now)
  );
}
