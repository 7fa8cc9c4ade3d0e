import type { FailureFigures, FailureReason, RunWarning } from '@picksync/contracts';
import type { Automation, WriteIntent } from '@picksync/db';
import type { Column } from '@picksync/smartsheet-client';
import type { RowsUnderWay, RunState } from '@picksync/sync-engine';
import type { NamesAfter } from '../automations/names.store.ts';

/** The names and addresses of the columns and sheets that were read. */
export type Names = {
  sourceSheetName?: string;
  sourceSheetPermalink?: string | null;
  sourceColumnName?: string;
  sheetName?: string;
  sheetPermalink?: string | null;
  targetColumnName?: string;
};

type Counts = { added: number; removed: number; optionCount: number; warnings: RunWarning[] };

/** `fingerprint`: keyed hash of the list in the dropdown now. */
type InStep<Outcome> = { outcome: Outcome; fingerprint: string } & Counts;

const outdatedBy = ['source', 'target', 'either'] as const;

/** The side of which a person saw something else when they approved it. */
export type OutdatedBy = (typeof outdatedBy)[number];

export function isOutdatedBy(value: unknown): value is OutdatedBy {
  return outdatedBy.some((one) => one === value);
}

/** The result of one run: counts, codes and hashes, no option text. */
export type RunResult = {
  names: Names;
  /** A write of an earlier run that was not recorded. */
  recovered?: WriteIntent | undefined;
  /** When the list was found rewritten by somebody else, this time included. */
  outsideChanges?: Date[] | undefined;
  /** What the automation remembers from now on; undefined where nothing was planned. */
  state?: RunState | undefined;
  /** The intents of an earlier run stay: this run could not find out whether they were carried out. */
  leavesIntents?: true;
  /**
   * A write of ours may still arrive late: the dropdown is looked at once more in a minute. `validation` is how "restrict to
   * list values" has to stand then.
   */
  looksAgain?: { validation: boolean | null } | undefined;
  /** The source had not moved and was not read: the run belongs to no read of it. */
  skipsSource?: true;
  /** The copy of the list as it was before the run. */
  copyId?: string | undefined;
  /** What is new was written; options that would go stay, because no copy could be kept. */
  waits?: { reason: FailureReason; figures: FailureFigures } | undefined;
  /** Options that were renamed, cells that got the new name, and cells that keep the old one; of a review, those that would be. */
  renamed?: { options: number; cells: number; locked: number } | undefined;
  /** Of a contact column: contacts that get another name, and those of the source that have no address. */
  contacts?: { newNames: number; withoutAddress: number } | undefined;
  /** What is remembered of names from now on. */
  namesAfter?: NamesAfter | undefined;
  /** The run did what a person had seen and approved. */
  isAsChosen?: boolean | undefined;
  /** Rows of the source that a two-way run added and deleted; of an earlier run some may still arrive. */
  rows?: { added: number; deleted: number; underWay: RowsUnderWay | null } | undefined;
} & (
  | InStep<'changed'>
  | InStep<'unchanged'>
  | ({
      /** The counts say what would have been added and removed. */
      outcome: 'waiting_review';
      reason: FailureReason;
      figures: FailureFigures;
      /**
       * Stands for the list that was not written, the one it would replace and the settings; and the versions seen.
       * `sourceRows`: rows that a two-way run would delete; `newRows`: rows that it asks to add; `renamed`: options that would be renamed.
       */
      review: {
        fingerprint: string;
        sourceRows?: number | undefined;
        newRows?: number | undefined;
        renamed?: number | undefined;
        renamedRows?: number | undefined;
        /** The report reads fewer sheets, and options would go with the names. */
        fewerSheets?: FailureFigures['fewerSheets'];
        sourceVersion: number;
        targetVersion: number;
        /** What has changed since a person approved something else; null where nobody did. */
        outdatedBy: OutdatedBy | null;
      };
    } & Counts)
  | { outcome: 'failed'; reason: FailureReason; figures: FailureFigures }
);

type SheetSeen = {
  name: string;
  permalink: string | null;
  columns: ReadonlyMap<string, Pick<Column, 'title'>>;
};
type Seen = { source?: SheetSeen | undefined; target?: SheetSeen | undefined };

/** Returns the names and addresses of the columns and sheets that were read. A name that ends in half a character is mended. */
export function getSeenNames(
  { sourceColumnId, targetColumnId }: Pick<Automation, 'sourceColumnId' | 'targetColumnId'>,
  { source, target }: Seen,
): Names {
  const sourceColumnName = source?.columns.get(sourceColumnId)?.title.toWellFormed();
  const targetColumnName = target?.columns.get(targetColumnId)?.title.toWellFormed();
  return {
    ...(source && { sourceSheetName: source.name.toWellFormed(), sourceSheetPermalink: source.permalink }),
    ...(sourceColumnName !== undefined && { sourceColumnName }),
    ...(target && { sheetName: target.name.toWellFormed(), sheetPermalink: target.permalink }),
    ...(targetColumnName !== undefined && { targetColumnName }),
  };
}

/** Returns the result of a run that wrote nothing because something is wrong. */
export function toFailedResult(failure: {
  reason: FailureReason;
  figures?: FailureFigures;
  names?: Names;
}): RunResult {
  const { reason, figures = {}, names = {} } = failure;
  return { outcome: 'failed', reason, figures, names };
}

/** Returns the warnings of the last run that still hold: nothing else shows that a switch is still off. */
export function getLastingWarnings(
  { lastRunWarnings }: Pick<Automation, 'lastRunWarnings'>,
  { validation }: Pick<Column, 'validation'>,
): RunWarning[] {
  return validation === false && lastRunWarnings.includes('validation_lost') ? ['validation_lost'] : [];
}

/** Returns what was renamed, as the row of a run holds it; nothing where no name changed. */
export function toRenamedColumns({ renamed, contacts }: Pick<RunResult, 'renamed' | 'contacts'>) {
  if (contacts && contacts.newNames > 0) return { renamed: contacts.newNames };
  if (renamed === undefined) return {};
  const { options, cells, locked } = renamed;
  return { renamed: options, cellsRenamed: cells, cellsLocked: locked };
}
