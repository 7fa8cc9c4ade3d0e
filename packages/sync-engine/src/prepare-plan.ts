import type { AutomationSettings, FailureReason } from '@picksync/contracts';
import type { Column, Row } from '@picksync/smartsheet-client';
import { refusalReasons } from './failure-reason.ts';
import type { PlanInput } from './plan-input.ts';
import type { SheetRead } from './read.ts';
import type { AutomationColumns } from './sheet-needs.ts';
import { hasAddresses } from './source-contacts.ts';
import { type SourceValues, sourceValues } from './source-values.ts';
import { assessSource, assessTarget, type ListColumn, listsTarget, toIdentity } from './target.ts';

/** An automation and both its sheets as they were read. */
export type BothSheets = {
  automation: Pick<AutomationColumns, 'sourceColumnId' | 'targetColumnId'> & { settings: AutomationSettings };
  source: SheetRead;
  target: SheetRead;
};

/** What both sheets say of an automation. */
export type PreparedPlan = {
  failure: null;
  column: ListColumn;
  sourceColumn: Column;
  sourceRows: readonly Row[];
  values: SourceValues;
  given: Pick<PlanInput, 'settings' | 'source' | 'sourceSheetCount' | 'identity' | 'currentOptions' | 'uses'>;
};

/** Returns what both sheets say of an automation, or why it cannot be planned. */
export function preparePlan(sheets: BothSheets): PreparedPlan | { failure: FailureReason } {
  const { automation, source, target } = sheets;
  const { settings } = automation;
  const sourceColumn = source.columns.get(automation.sourceColumnId);
  if (sourceColumn === undefined) return { failure: 'source_column_gone' };
  const gone = goneColumn(settings, source);
  if (gone !== null) return { failure: gone };
  if (listsTarget(automation, settings, source.report?.origins)) return { failure: 'report_lists_target' };
  const targetColumn = target.columns.get(automation.targetColumnId);
  if (targetColumn === undefined) return { failure: 'target_column_gone' };
  const assessment = assessTarget({ column: targetColumn, sheet: target });
  if (!assessment.writable) return { failure: refusalReasons[assessment.reason] };
  const refusal = settings.mode === 'two_way' ? assessSource({ column: sourceColumn, sheet: source }) : null;
  if (refusal !== null) return { failure: refusal };
  const identity = toIdentity(targetColumn);
  if (identity === 'address') {
    if (settings.mode === 'two_way') return { failure: 'contacts_not_two_way' };
    if (!hasAddresses(sourceColumn, settings)) return { failure: 'address_column_missing' };
  }
  const { rows } = source;
  if (rows === null) throw new TypeError('The rows of a source are needed after they were released');
  const values = sourceValues({ rows, column: sourceColumn, settings, identity });
  const given = {
    settings,
    identity,
    source: values,
    sourceSheetCount: source.report?.sheetCount ?? null,
    // "Get Sheet" leaves the member out where a dropdown has no options.
    currentOptions: targetColumn.options ?? [],
    uses: target.uses.get(automation.targetColumnId) ?? null,
  };
  return { failure: null, column: assessment.column, sourceColumn, sourceRows: rows, values, given };
}

/** Returns why the settings cannot be applied: a filter whose column is gone must not become "no filter". */
function goneColumn(
  { filters, labelTemplate, addressColumn }: AutomationSettings,
  { columns }: SheetRead,
): FailureReason | null {
  if (filters?.rules.some(({ columnId }) => !columns.has(columnId))) return 'filter_column_gone';
  if (labelTemplate?.columns.some(({ columnId }) => !columns.has(columnId))) return 'label_column_gone';
  if (addressColumn !== null && !columns.has(addressColumn.columnId)) return 'address_column_gone';
  return null;
}
