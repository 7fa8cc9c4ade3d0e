import * as z from 'zod';
import { automationSettings, settingFieldsWithDefaults } from './automation-settings.ts';
import { copyRefusals } from './copy-refusals.ts';
import { count, foreignName, idField, isoTime, oneLine, requiredText, smartsheetIdField } from './fields.ts';
import { automationHealth } from './health-findings.ts';
import { periodic, realTime } from './periodic.ts';
import { lastRun, runOutcomes } from './runs.ts';
import { failureReasons } from './sync-failure-texts.ts';

function nameField(message: string) {
  return foreignName({ message, max: 200 });
}

/** The destination: the sheet and the dropdown column that is filled. */
const destination = {
  sheetId: smartsheetIdField('Destination sheet ID is required'),
  sheetName: nameField('Destination sheet name is required'),
  targetColumnId: smartsheetIdField('Destination column ID is required'),
  targetColumnName: nameField('Destination column name is required'),
};

/** The source: the sheet or report, which `sourceKind` says, and the column that is read. */
const source = {
  sourceSheetId: smartsheetIdField('Source sheet ID is required'),
  sourceSheetName: z.string().trim().max(200).nullable(),
  sourceColumnId: smartsheetIdField('Source column ID is required'),
  sourceColumnName: nameField('Source column name is required'),
};

export const maxAutomationNameLength = 100;

/**
 * Returns what an automation that nobody has named is called: on one line, and cut where it is too long, but not within a
 * character.
 */
export function toAutomationName(source: string, destination: string): string {
  const line = `${source} into ${destination}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line
    .slice(0, maxAutomationNameLength)
    .replace(/\p{Surrogate}$/u, '')
    .trim();
}

const name = requiredText({ message: 'Automation name is required', max: maxAutomationNameLength }).regex(
  oneLine,
  'Please write the name on one line, without control characters',
);

/** Said when the form is sent before source and destination are chosen. */
export const missingChoices = 'Please fill in all required source and destination fields';

const newAutomation = z.strictObject({
  name,
  ...destination,
  ...source,
  sourceSheetName: source.sourceSheetName.optional(),
  ...settingFieldsWithDefaults,
});

/** What a person says to the review that a preview has announced. */
const answerInForm = {
  /**
   * The fingerprint of the preview: the sync writes what it showed without asking again, even if that removes more than
   * `maxRemovalPercent` or adds rows to the source. If a sheet changes before, nothing is written and there is a review. It
   * does not stand for an emptied dropdown or for rows that would be deleted: these always wait for a review. Refused of a program:
   * a review is answered by a person.
   */
  fingerprint: z.string().min(1).max(200).optional(),
  /** The review was seen and put off: the mail about it is sent only when it has waited for an hour. */
  asksLater: z.boolean().optional(),
};

export const createAutomationBody = newAutomation.extend(answerInForm);

/** A preview needs no name. `automationId`: the automation that is being edited; its own target is not taken by another. */
export const previewBody = newAutomation.omit({ name: true }).extend({ automationId: idField.optional() });

/** Ids come with the names shown for them, and another sheet comes with its column. */
const belongTogether: ReadonlyArray<readonly [given: string, needed: string, message: string]> = [
  ['sheetId', 'sheetName', 'Destination sheet name is required'],
  ['sheetId', 'targetColumnId', 'Destination column ID is required'],
  ['targetColumnId', 'targetColumnName', 'Destination column name is required'],
  ['sourceSheetId', 'sourceColumnId', 'Source column ID is required'],
  ['sourceColumnId', 'sourceColumnName', 'Source column name is required'],
];

/** Every editable field; only what is given changes. A sheet in place of a report, or the other way round, comes with its `sourceKind`. */
export const editAutomationBody = z
  .strictObject({ name, ...destination, ...source, ...automationSettings.shape, isActive: z.boolean() })
  .partial()
  .extend(answerInForm)
  .superRefine((edit: Readonly<Record<string, unknown>>, issues) => {
    if (Object.keys(edit).every((field) => field in answerInForm))
      issues.addIssue({ code: 'custom', message: 'There is nothing to change' });
    for (const [given, needed, message] of belongTogether) {
      if (edit[given] !== undefined && edit[needed] === undefined) {
        issues.addIssue({ code: 'custom', path: [needed], message });
      }
    }
  });

export type CreateAutomation = z.output<typeof createAutomationBody>;
export type EditAutomation = z.output<typeof editAutomationBody>;
export type PreviewDraft = z.output<typeof previewBody>;

/** `queued`: a sync was requested and has not begun. */
const syncStates = ['idle', 'queued', 'running'] as const;
export type SyncState = (typeof syncStates)[number];

/** How many sheets a report reads, and read before. */
export const fewerSheets = z.object({ found: count, before: count });

/** A sync that stopped before it wrote, in counts: what it would do. */
export const review = z.object({
  /** Stands for exactly this list, the one it would replace, and the settings. */
  fingerprint: z.string(),
  reason: z.enum(failureReasons),
  added: count,
  removed: count,
  /** Options in the dropdown now. */
  optionCount: count,
  /** Rows that a two-way sync would delete from the source; absent where none are at stake. */
  sourceRows: count.nullish(),
  /** Rows that it would add to the source, where that is what is asked; absent elsewhere. */
  newRows: count.nullish(),
  /** Options that would be renamed, and rows of the destination that use them; absent where there are none. */
  renamed: count.nullish(),
  renamedRows: count.nullish(),
  /**
   * With `names_changed`, where the report reads fewer sheets than before and options would be removed as well: how many it reads, and
   * read before. An approval stands for both.
   */
  fewerSheets: fewerSheets.nullish(),
});

export type Review = z.output<typeof review>;

/** Why a sync that is queued has not begun; never something that its owner has to fix. */
export const waiting = z.object({
  reason: z.enum(['rate_limited', 'paced', 'provider_outage', 'sheet_resting']),
  /** One sentence, fit to show. */
  message: z.string(),
  nextTryAt: isoTime,
});

export type Waiting = z.output<typeof waiting>;

/** The last request to put an earlier list back. `pending`: it was requested and is not done yet. */
export const restoreState = z.object({
  state: z.enum(['pending', 'done', 'refused']),
  copyId: idField,
  /** When the run began before which the list stood. */
  listBefore: isoTime,
  requestedAt: isoTime,
  /** Null while pending. */
  endedAt: isoTime.nullable(),
  /** Options that came back and went; with `restore_outdated`, those that would now. */
  added: count,
  removed: count,
  /** With `refused`: why, and the same as a sentence. */
  reason: z.enum(Object.keys(copyRefusals) as [keyof typeof copyRefusals]).nullable(),
  message: z.string().nullable(),
});

/** Options that are being renamed. Both names are options until no cell uses the old one. */
export const renaming = z.object({
  names: count,
  /** Cells with an old name when it began, those of them that are renamed, and those that cannot be: locked, with a formula, or refused. */
  cells: count,
  cellsRenamed: count,
  cellsLocked: count,
  /** Nothing is left to do but for those that cannot be: the old names stay options until these are changed. */
  isWaiting: z.boolean(),
});

export type Renaming = z.output<typeof renaming>;

export type RestoreState = z.output<typeof restoreState>;

/** An automation as its owner sees it. `sheetId` and `sheetName` are the destination. */
export const automation = z.object({
  id: idField,
  name: z.string(),
  userId: z.string().optional(),
  sheetId: z.string(),
  sheetName: z.string(),
  /** Where Smartsheet shows the sheet; null while that is not known. Always an address of Smartsheet's. */
  sheetPermalink: z.url().nullable(),
  /** Of the sheet or, with `sourceKind: report`, of the report. */
  sourceSheetId: z.string(),
  /** Null on automations that were made before the name was kept. */
  sourceSheetName: z.string().nullable(),
  sourceSheetPermalink: z.url().nullable(),
  sourceColumnId: z.string(),
  sourceColumnName: z.string(),
  targetColumnId: z.string(),
  targetColumnName: z.string(),
  ...automationSettings.shape,
  isActive: z.boolean(),
  /**
   * Who paused it; null while it is active. `system`: `lastError` says why. `plan`: the plan covers fewer automations. `restore`:
   * an earlier list was put back, which the next sync would undo.
   */
  pausedBy: z.enum(['user', 'system', 'plan', 'restore']).nullable(),
  /** The rule that it belongs to, and whose settings it has; null where it stands alone. */
  rule: z.object({ id: idField, name: z.string() }).nullable(),
  createdAt: isoTime,
  /** When the dropdown was last written or found right; null before the first run. */
  lastUpdated: isoTime.nullable(),
  /** The same moment: "In sync as of". */
  verifiedAt: isoTime.nullable(),
  /** When it was last known that nothing has moved since: by a run, or by a check of both sheets. */
  checkedAt: isoTime.nullable(),
  /** When both sheets are checked next; null while it is paused or not connected. */
  nextCheckAt: isoTime.nullable(),
  /** What is wrong and what to do, fit to show; null while all is well. */
  lastError: z.string().nullable(),
  /** The reason behind `lastError`, for the button that fixes it. */
  lastFailure: z.enum(failureReasons).nullable(),
  /** Since when it fails for a reason of its own; null while it does not. */
  failingSince: isoTime.nullable(),
  /** When it is paused unless it works again before; null when that is not to come. */
  pausesAt: isoTime.nullable(),
  /** Smartsheet's id of the webhook on the source sheet; null: checked every 15 minutes. */
  webhookId: z.string().nullable(),
  /** Whether changes are found in real time. */
  webhookEnabled: z.boolean(),
  /** Why changes are found by the check every 15 minutes; null in real time, while paused, and without a connection. */
  periodic: periodic.nullable(),
  /** How soon changes are seen; null where the check every 15 minutes finds them. */
  realTime: realTime.nullable(),
  syncState: z.enum(syncStates),
  /** With `queued`: Smartsheet limits our calls or cannot be reached, so the sync waits until the next try. */
  waiting: waiting.nullable(),
  /** With `queued`: since when the sync has waited for its turn; null while it waits for Smartsheet. */
  queuedSince: isoTime.nullable(),
  /** With `running`: since when Smartsheet has left a call unanswered; null while it answers. */
  slowSince: isoTime.nullable(),
  lastRun: lastRun.nullable(),
  /** What waits for its owner to decide; null when nothing does. */
  review: review.nullable(),
  /** Options of which not every cell is renamed; null where there are none. */
  renaming: renaming.nullish(),
  /** The last request to put an earlier list back; null when there was none. */
  restore: restoreState.nullish(),
  /** Copies of earlier lists among the attachments of the destination sheet, as far as is known. */
  copyCount: count.optional(),
  /** Whether the target column holds contacts; as the last look found it. */
  fillsContacts: z.boolean().optional(),
  /** Of a report: the number of its sheets that the next run compares with. Null until it was read, and for a sheet. */
  sourceSheetCount: count.nullish(),
  /** Options that have left the source and leave the dropdown later. */
  leavingCount: count,
  /** Whether options that the source lacks stay because its owner answered a review with "Keep them". */
  hasHeldOptions: z.boolean(),
  /** What the last look found; null before the first one. */
  health: automationHealth.nullable(),
  /** Outcomes of the last runs, oldest first, at most `recentRunsKept`. */
  recentRuns: z.array(z.enum(runOutcomes)),
});

export type Automation = z.output<typeof automation>;
