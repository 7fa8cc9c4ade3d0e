import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, idField, idParams, isoTime } from './fields.ts';
import { failureReasons } from './sync-failure-texts.ts';

/** The result of a run of an automation. `waiting_review`: it would have removed too much, so nothing was written. */
export const runOutcomes = ['changed', 'unchanged', 'waiting_review', 'failed'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** What the user should know of a run that did not fail. The sentences are for the user. */
export const runWarnings = {
  duplicates_dropped: 'The source has repeated values. The list can hold each only once.',
  formula_errors_skipped: 'Cells that show a formula error were left out.',
  contacts_without_address: 'Contacts without an address were left out.',
  validation_restored:
    'Smartsheet switched off "Restrict to dropdown values only"; it was switched on again.',
  validation_lost:
    'Smartsheet switched off "Restrict to dropdown values only", and it could not be switched on again. Switch it on in the column in Smartsheet.',
  type_changed:
    'The target column has another type than before its list was written. Look at the column and its cells in Smartsheet.',
  rows_stay:
    'Options were deleted in the dropdown whose rows cannot be deleted: they are locked, have rows below them, or hold a formula or a link. The options were put back.',
  cells_locked:
    'Cells with an old name are locked, hold a formula, or Smartsheet refuses them. Both names are options until these cells are changed.',
  names_not_remembered:
    'More than 5,000 rows of the source have a value, or their cells hold more than 100,000, so a name that changes there is added and removed, and no cell is renamed.',
  near_option_limit: 'The list is close to the largest size that Smartsheet allows.',
} as const;

export type RunWarning = keyof typeof runWarnings;

const runWarning = z.enum(Object.keys(runWarnings) as [RunWarning, ...RunWarning[]]);

/** The last run, in counts; option texts are never kept. */
export const lastRun = z.object({
  at: isoTime,
  outcome: z.enum(runOutcomes),
  /** Options added and removed; with `waiting_review`, those that would have been. */
  added: count,
  removed: count,
  /** Options renamed, or contacts that got another name; they count neither as added nor as removed. */
  renamed: count.optional(),
  /** Options in the dropdown after the run. */
  optionCount: count,
  /** Contacts of the source that have no address, so they were left out. */
  withoutAddress: count.optional(),
  warnings: z.array(runWarning),
});

export type LastRun = z.output<typeof lastRun>;

/** How many outcomes `recentRuns` keeps. */
export const recentRunsKept = 12;

/** How many runs of each automation are kept. */
export const runsKept = 50;

/**
 * Why there was a run: `user`: a user requested it; `change`: Smartsheet reported a change; `check`: a sweep found
 * something to look at; `creation`: it is the first of a new automation; `settings`: it was edited, activated or connected
 * again, and in older runs created or approved; `review_approved` and `review_kept`: a person answered its review; `pause`:
 * it ended with the automation pausing itself, whatever had started it; `restore`: a person had an earlier list put back. `automatic`: older runs that no user had requested.
 */
export const runTriggers = [
  'user',
  'change',
  'check',
  'creation',
  'settings',
  'review_approved',
  'review_kept',
  'pause',
  'restore',
  'automatic',
] as const;
export type RunTrigger = (typeof runTriggers)[number];

/**
 * What is known of the file in Smartsheet: `kept`: nothing else was found since; `gone`: it was deleted there; `changed`: it is not
 * the file that was written; `expired`: newer ones have taken its place; `elsewhere`: it is of a destination that the automation
 * had before.
 */
export const copyStates = ['kept', 'gone', 'changed', 'expired', 'elsewhere'] as const;
export type CopyState = (typeof copyStates)[number];

/** The list as it was before a run that removed options, among the attachments of the destination sheet. */
export const runCopy = z.object({
  id: idField,
  keptAt: isoTime,
  optionCount: count,
  /** The name of the file in Smartsheet. */
  fileName: z.string(),
  state: z.enum(copyStates),
  /** When this list was last put back; null when it never was. */
  restoredAt: isoTime.nullable(),
});

export type RunCopy = z.output<typeof runCopy>;

/** What is known of every run. */
const runResult = z.object({
  outcome: z.enum(runOutcomes),
  /** Options added and removed; with `waiting_review`, those that would have been. */
  added: count,
  removed: count,
  /** Options renamed or contacts that got another name, and those that would have been; they count neither as added nor as removed. */
  renamed: count.optional(),
  /** Cells that got the new name; with `waiting_review`, those that would have. */
  cellsRenamed: count.optional(),
  /** Cells that keep the old name: they are locked, hold a formula or a link, or Smartsheet refuses them. */
  cellsLocked: count.optional(),
  /** Options in the dropdown after the run; null where it was not read. */
  optionCount: count.nullable(),
  durationMs: count,
  /** Calls to Smartsheet. A sheet that several automations share counts for the first of them. */
  calls: count,
  /** The result as one sentence for the user; null where there is nothing to say. */
  details: z.string().nullable(),
});

/** One run of an automation, in counts; option texts are never kept. */
export const run = runResult.extend({
  id: idField,
  at: isoTime,
  trigger: z.enum(runTriggers),
  /** Who answered the review, by address; null where the trigger is another. */
  answeredBy: z.string().nullable(),
  /** Rows of the source that a two-way run added and deleted; with `waiting_review`, those that it asks for. */
  rowsAdded: count,
  rowsDeleted: count,
  /** Stands for all runs that one read of the source has served; null where the source was not read, and of older runs. */
  passId: idField.nullable(),
  /** The list as it was before this run; null where no copy was kept. */
  copy: runCopy.nullish(),
  /** Of a run that put an earlier list back: the run before which that list stood. */
  restoredBefore: isoTime.nullish(),
});

export type Run = z.output<typeof run>;

/** The result for one of the dropdowns that a read of the source column served. */
const passTarget = runResult.extend({
  automationId: idField,
  name: z.string(),
  sheetId: z.string(),
  sheetName: z.string(),
  targetColumnId: z.string(),
  targetColumnName: z.string(),
  /** Whether it is a contact column; as the last look found it. */
  fillsContacts: z.boolean().optional(),
  /** Whether this is still how the automation stands: no later run, and no change of it. */
  isLatest: z.boolean(),
  /** The reason behind a failure or a review, while `isLatest`. */
  lastFailure: z.enum(failureReasons).nullable(),
});

export type PassTarget = z.output<typeof passTarget>;

/** One read of a source column and its result for each dropdown. One that fails does not stop the others. */
export const pass = z.object({
  id: idField,
  /** When the last of its dropdowns was done. */
  at: isoTime,
  /** Why it was read; of several reasons the most specific. */
  trigger: z.enum(runTriggers),
  source: z.object({ sheetId: z.string(), sheetName: z.string().nullable(), columnName: z.string() }),
  /** In the order in which they were done. */
  targets: z.array(passTarget),
  totals: z.object({
    changed: count,
    unchanged: count,
    waitingReview: count,
    failed: count,
    added: count,
    removed: count,
    calls: count,
    /** From the beginning of the first run to the end of the last. */
    durationMs: count,
  }),
});

export type Pass = z.output<typeof pass>;

export const passEndpoints = {
  /** One read of a source column with a result for each of the user's dropdowns that it served. */
  pass: endpoint('GET', '/api/runs/:id', { params: idParams, reply: pass, access: 'user', programs: 'read' }),
};
