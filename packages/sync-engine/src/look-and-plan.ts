import type { AutomationSettings, FailureReason } from '@picksync/contracts';
import { SmartsheetError } from '@picksync/smartsheet-client';
import { failureReasonOf, reasonOfRefusal, type SheetRole } from './failure-reason.ts';
import { type Plan, type PlanInput, plan } from './plan.ts';
import type { SheetRead } from './read.ts';
import type { AutomationColumns } from './sheet-needs.ts';
import type { SheetReads } from './sheet-reads.ts';
import { type SourceValues, sourceValues } from './source-values.ts';
import { assessTarget, type DropdownColumn } from './target.ts';

type Planned = { failure: null; column: DropdownColumn; plan: Plan; values: SourceValues };

export type AutomationPlan = Planned | { failure: FailureReason };

/** A plan and the sheets it was made from; of a failure those that could be read. */
export type Look =
  | (Planned & { source: SheetRead; target: SheetRead })
  | { failure: FailureReason; source?: SheetRead; target?: SheetRead };

/** What a plan depends on beside the sheets and the settings. */
export type PlanContext = Pick<
  PlanInput,
  'state' | 'isWriteUnrecorded' | 'limits' | 'locale' | 'now' | 'hash' | 'isApproved' | 'isKept'
>;

/**
 * Reads the source first and the target last, so that what is planned for the target is seconds old, and plans. Throws
 * what is not the automation's own fault: an error that passes by itself, a refused connection, a bug.
 */
export async function lookAndPlan(
  input: PlanContext & {
    automation: AutomationColumns & { settings: AutomationSettings };
    reads: Pick<SheetReads, 'source' | 'target'>;
  },
): Promise<Look> {
  const { automation, reads, ...context } = input;
  const source = await readOrReason(reads.source(automation.sourceSheetId), 'source');
  if ('failure' in source) return source;
  const target = await readOrReason(reads.target(automation.sheetId), 'target');
  if ('failure' in target) return { ...target, source };
  return { ...planAutomation({ automation, source, target, ...context }), source, target };
}

/** Returns the sheet, or what its refusal means for the automation. */
async function readOrReason(
  read: Promise<SheetRead>,
  role: SheetRole,
): Promise<SheetRead | { failure: FailureReason }> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class !== 'configuration') throw error;
    return { failure: failureReasonOf({ error, role }) };
  }
}

/** Plans one automation from both sheets as they were read. */
export function planAutomation(
  input: PlanContext & {
    automation: Pick<AutomationColumns, 'sourceColumnId' | 'targetColumnId'> & {
      settings: AutomationSettings;
    };
    source: SheetRead;
    target: SheetRead;
  },
): AutomationPlan {
  const { automation, source, target, ...context } = input;
  const { settings } = automation;
  const sourceColumn = source.columns.get(automation.sourceColumnId);
  if (sourceColumn === undefined) return { failure: 'source_column_gone' };
  const gone = goneColumn(settings, source);
  if (gone !== null) return { failure: gone };
  const targetColumn = target.columns.get(automation.targetColumnId);
  if (targetColumn === undefined) return { failure: 'target_column_gone' };
  const assessment = assessTarget({ column: targetColumn, sheet: target });
  if (!assessment.writable) return { failure: reasonOfRefusal[assessment.reason] };
  if (source.rows === null) throw new TypeError('The rows of a source are needed after they were released');
  const values = sourceValues({ rows: source.rows, column: sourceColumn, settings });
  const planned = plan({
    ...context,
    settings,
    source: values,
    // "Get Sheet" leaves the member out where a dropdown has no options.
    currentOptions: targetColumn.options ?? [],
    uses: target.uses.get(automation.targetColumnId) ?? null,
  });
  return { failure: null, column: assessment.column, plan: planned, values };
}

/** Returns why the settings cannot be obeyed: a filter whose column is gone must not become "no filter". */
function goneColumn(
  { filters, labelTemplate }: AutomationSettings,
  { columns }: SheetRead,
): FailureReason | null {
  if (filters?.rules.some(({ columnId }) => !columns.has(columnId))) return 'filter_column_gone';
  if (labelTemplate?.columns.some(({ columnId }) => !columns.has(columnId))) return 'label_column_gone';
  return null;
}
