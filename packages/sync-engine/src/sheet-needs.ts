import type { AutomationSettings } from '@picksync/contracts';

/** What one read of a sheet has to bring, for all automations that use it. */
export type SheetNeeds = {
  sheetId: string;
  /** Columns whose cells are needed, of every row: of the source, of its filters and labels. */
  sourceColumnIds: readonly string[];
  /** Columns of which only the definition is needed. */
  targetColumnIds: readonly string[];
  /** Dropdown columns of which it is counted how many rows use each value; their cells are read whole. */
  usedColumnIds: readonly string[];
  /** It is a report, and its columns are those of the report. */
  isReport?: boolean | undefined;
};

/** The columns of an automation. `sheetId` is the sheet of the target. */
export type AutomationColumns = {
  sourceSheetId: string;
  sourceColumnId: string;
  sheetId: string;
  targetColumnId: string;
};

/** An automation as far as it says what has to be read. */
type NeedyAutomation = AutomationColumns & {
  settings: Pick<AutomationSettings, 'sourceKind' | 'mode' | 'filters' | 'labelTemplate' | 'addressColumn'>;
  /** Whether to count the rows that use each option, whatever the mode. */
  countUses?: boolean;
};

/** Returns the source columns that an automation reads, its own first. */
export function findSourceColumns({
  sourceColumnId,
  settings: { filters, labelTemplate, addressColumn },
}: Pick<AutomationColumns, 'sourceColumnId'> & {
  settings: Omit<NeedyAutomation['settings'], 'sourceKind' | 'mode'>;
}): string[] {
  const settingColumns = [
    ...(filters?.rules ?? []),
    ...(labelTemplate?.columns ?? []),
    ...(addressColumn ? [addressColumn] : []),
  ];
  return [...new Set([sourceColumnId, ...settingColumns.map(({ columnId }) => columnId)])];
}

/** Returns what the reads have to bring for these automations, by sheet; source and target may be one sheet. */
export function sheetNeeds(automations: readonly NeedyAutomation[]): Map<string, SheetNeeds> {
  const needs = new Map<string, Needs>();
  const of = (sheetId: string) => {
    const none: Needs = { sheetId, sourceColumnIds: [], targetColumnIds: [], usedColumnIds: [] };
    const known = needs.get(sheetId) ?? none;
    needs.set(sheetId, known);
    return known;
  };
  for (const automation of automations) {
    const { sourceSheetId, sheetId, targetColumnId, settings, countUses = false } = automation;
    const source = of(sourceSheetId);
    source.sourceColumnIds.push(...findSourceColumns(automation));
    if (settings.sourceKind === 'report') source.isReport = true;
    of(sheetId).targetColumnIds.push(targetColumnId);
    if (countUses || settings.mode === 'keep_used') of(sheetId).usedColumnIds.push(targetColumnId);
  }
  return needs;
}

type Needs = Record<ColumnRole, string[]> & Pick<SheetNeeds, 'sheetId' | 'isReport'>;

type ColumnRole = 'sourceColumnIds' | 'targetColumnIds' | 'usedColumnIds';
