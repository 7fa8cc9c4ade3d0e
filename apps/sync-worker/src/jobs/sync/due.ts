import type { Automation, Sheet } from '@picksync/db';
import type { SheetNeeds } from '@picksync/sync-engine';

/** An automation that has to be looked at, and why. */
export type Due = {
  automation: Automation;
  /** Nothing but the sheet it writes has moved since it was last found in step. */
  onlyTargetMoved: boolean;
};

export type DueWork = {
  /** By source sheet, which is read once for all of them. */
  groups: Due[][];
  /** What a read of a sheet has to bring, by sheet. */
  needs: ReadonlyMap<string, SheetNeeds>;
  /**
   * Sheets of which every automation is due. Of another sheet we must not say that it was seen: the automation that is
   * left out would never hear of the change.
   */
  covered: ReadonlySet<string>;
};

type Marks = ReadonlyMap<string, Pick<Sheet, 'dirtyAt'>>;

type Ask = {
  /** The active ones. */
  automations: Automation[];
  sheets: Marks;
  /** When the account was connected last. */
  connectedAt: Date;
};

/** What there is to do for an account: the active automations that are marked, or whose sheets are. */
export function dueWork({ automations, sheets, connectedAt }: Ask): DueWork {
  const due = automations
    .filter((automation) => isDue(automation, sheets))
    .map((automation) => ({
      automation,
      onlyTargetMoved: hasOnlyTargetMoved(automation, { sheets, connectedAt }),
    }));
  const dueIds = new Set(due.map(({ automation }) => automation.id));
  const left = new Set(automations.filter(({ id }) => !dueIds.has(id)).flatMap(sheetsOf));
  const needs = needsOf(due);
  return {
    groups: [...Map.groupBy(due, ({ automation }) => automation.sourceSheetId).values()],
    needs,
    covered: new Set([...needs.keys()].filter((sheetId) => !left.has(sheetId))),
  };
}

const sheetsOf = ({ sourceSheetId, sheetId }: Automation) => [sourceSheetId, sheetId];

const isDue = (automation: Automation, sheets: Marks) =>
  automation.dirtyAt !== null || sheetsOf(automation).some((sheetId) => sheets.get(sheetId)?.dirtyAt);

/**
 * A moved sheet marks its automations, so their own mark does not tell who set it. But whoever changes an automation
 * changes its row, and what a run wrote down is dated like the run. Who asks by hand wants the source to be looked at,
 * and a source that has no row yet could not be marked.
 */
function hasOnlyTargetMoved(
  automation: Automation,
  { sheets, connectedAt }: Pick<Ask, 'sheets' | 'connectedAt'>,
): boolean {
  const { lastRunAt, lastRunOutcome, updatedAt, manualSyncAt, sourceSheetId, sheetId } = automation;
  if (lastRunOutcome !== 'changed' && lastRunOutcome !== 'unchanged') return false;
  const isAsLeft =
    lastRunAt !== null && updatedAt.getTime() === lastRunAt.getTime() && connectedAt <= lastRunAt;
  if (!isAsLeft || manualSyncAt !== null) return false;
  return sheets.get(sourceSheetId)?.dirtyAt === null && Boolean(sheets.get(sheetId)?.dirtyAt);
}

function needsOf(due: Due[]): Map<string, SheetNeeds> {
  const needs = new Map<string, { sheetId: string; sourceColumnIds: string[]; targetColumnIds: string[] }>();
  const of = (sheetId: string) => {
    const known = needs.get(sheetId) ?? { sheetId, sourceColumnIds: [], targetColumnIds: [] };
    needs.set(sheetId, known);
    return known;
  };
  for (const { automation } of due) {
    of(automation.sourceSheetId).sourceColumnIds.push(automation.sourceColumnId);
    of(automation.sheetId).targetColumnIds.push(automation.targetColumnId);
  }
  return needs;
}
