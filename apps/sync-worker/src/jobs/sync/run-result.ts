import type { FailureFigures, FailureReason, RunWarning } from '@picksync/contracts';
import type { Automation, WriteIntent } from '@picksync/db';
import type { Column } from '@picksync/smartsheet-client';
import type { AutomationColumns, SheetRead } from '@picksync/sync-engine';

/** The names of the source and the target at Smartsheet, where they were read. */
export type Names = {
  sourceSheetName?: string;
  sourceColumnName?: string;
  sheetName?: string;
  targetColumnName?: string;
};

type Counts = { added: number; removed: number; optionCount: number; warnings: RunWarning[] };

/** `fingerprint`: keyed hash of the list in the dropdown now. */
type InStep<Outcome> = { outcome: Outcome; fingerprint: string } & Counts;

/** The result of one run: counts, codes and hashes, no option text. */
export type RunResult = {
  names: Names;
  /** A write of an earlier run that nobody has recorded. */
  recovered?: WriteIntent | undefined;
  /** When the list was found rewritten by somebody else, this time included. */
  outsideChanges?: Date[] | undefined;
} & (
  | InStep<'changed'>
  | InStep<'unchanged'>
  | ({
      /** The counts say what would have been added and removed. */
      outcome: 'waiting_review';
      reason: FailureReason;
      figures: FailureFigures;
      /** Stands for the list that was not written, the one it would replace and the settings; and the versions seen. */
      review: { fingerprint: string; sourceVersion: number; targetVersion: number };
    } & Counts)
  | { outcome: 'failed'; reason: FailureReason; figures: FailureFigures }
);

type Seen = { source?: SheetRead | undefined; target?: SheetRead | undefined };

/** Returns what Smartsheet calls the columns and their sheets, of those that were read. */
export function namesSeen(
  { sourceColumnId, targetColumnId }: Pick<AutomationColumns, 'sourceColumnId' | 'targetColumnId'>,
  { source, target }: Seen,
): Names {
  const sourceColumnName = source?.columns.get(sourceColumnId)?.title;
  const targetColumnName = target?.columns.get(targetColumnId)?.title;
  return {
    ...(source && { sourceSheetName: source.name }),
    ...(sourceColumnName !== undefined && { sourceColumnName }),
    ...(target && { sheetName: target.name }),
    ...(targetColumnName !== undefined && { targetColumnName }),
  };
}

/** Returns the result of a run that wrote nothing because something is wrong. */
export function failedResult(failure: {
  reason: FailureReason;
  figures?: FailureFigures;
  names?: Names;
}): RunResult {
  const { reason, figures = {}, names = {} } = failure;
  return { outcome: 'failed', reason, figures, names };
}

/**
 * Returns the warnings of the run before that still hold. A switch that could not be set back is told for as long as it
 * is off: nobody would know of it otherwise, since the list itself is in step.
 */
export function lastingWarnings(
  { lastRunWarnings }: Pick<Automation, 'lastRunWarnings'>,
  { validation }: Pick<Column, 'validation'>,
): RunWarning[] {
  return validation === false && lastRunWarnings.includes('validation_lost') ? ['validation_lost'] : [];
}
