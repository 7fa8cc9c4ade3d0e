import type { FailureReason, TargetRefusal } from '@picksync/contracts';
import { SmartsheetError, type SmartsheetReason } from '@picksync/smartsheet-client';

/**
 * What a refused call was about: the same refusal means different things to the user. `report`: the source, which is a report.
 * `source_rows`: rows were to be added to the source or deleted from it. `target_list`: the options of a dropdown were to be
 * changed, which the sheet says the user may do. `target_cells`: cells were to get a new name.
 */
export type SheetRole = 'source' | 'report' | 'source_rows' | 'target' | 'target_list' | 'target_cells';

/**
 * Returns the reason that is given to the user when Smartsheet refuses a call because of the sheet or the column. What a
 * refused connection means stands in `smartsheet-account`.
 */
export function toFailureReason({ error, role }: { error: SmartsheetError; role: SheetRole }): FailureReason {
  return reasons[role][error.reason] ?? 'request_refused';
}

/** Why a column that was chosen as a target cannot be written any more. */
export const refusalReasons: Record<TargetRefusal, FailureReason> = {
  no_right: 'target_no_right',
  not_dropdown: 'target_column_retyped',
  system: 'target_column_retyped',
  symbol: 'target_symbol',
  locked: 'target_column_locked',
  taken: 'request_refused',
};

const targetReasons: Partial<Record<SmartsheetReason, FailureReason>> = {
  not_found: 'target_sheet_gone',
  column_gone: 'target_column_gone',
  scope_or_access: 'target_no_right',
  locked: 'target_column_locked',
  wrong_type: 'target_column_retyped',
};

const reasons: Record<SheetRole, Partial<Record<SmartsheetReason, FailureReason>>> = {
  source: {
    not_found: 'source_sheet_gone',
    column_gone: 'source_column_gone',
    scope_or_access: 'source_no_right',
  },
  report: {
    not_found: 'report_gone',
    scope_or_access: 'report_no_right',
    too_many_rows: 'report_too_long',
  },
  source_rows: {
    not_found: 'source_sheet_gone',
    column_gone: 'source_column_gone',
    scope_or_access: 'source_not_writable',
    locked: 'source_not_writable',
    cell_refused: 'source_not_text',
    too_many_options: 'source_list_full',
  },
  target: targetReasons,
  target_list: { ...targetReasons, scope_or_access: 'target_unlicensed' },
  target_cells: { ...targetReasons, scope_or_access: 'cells_no_right' },
};

/** Returns the error of a write that was not sent, because what it was planned from may be out of date. */
export function notSent(operation: SmartsheetError['operation'], detail: string): SmartsheetError {
  return new SmartsheetError({ class: 'retry', reason: 'busy', operation, outcome: 'not_done', detail });
}
