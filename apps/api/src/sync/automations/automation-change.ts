import {
  type AutomationSettings,
  askBeforeRowsVersion,
  type EditAutomation,
  getSettingsVersion,
  type SettingName,
} from '@picksync/contracts';
import { type Automation, Prisma, withoutFindings } from '@picksync/db';
import { type RunState, toRunState } from '@picksync/sync-engine';
import { pickGiven } from '../../base/pick-given.ts';
import { type ColumnChoice, getChoice, isSameChoice } from './column-choice.ts';
import type { NamedColumns } from './look-up-columns.ts';
import { findChangedSettings, getSettingsAfter, toSettingRow } from './settings.ts';

export type Edit = {
  row: Automation;
  edit: EditAutomation;
  /** Source and target after the edit; null when they stay. */
  columns: NamedColumns | null;
};

export type Change = {
  /** Whether it was paused or activated. */
  isToggled: boolean;
  /** Whether a run may have another result than before. */
  affectsRuns: boolean;
  /** What changes in the row; empty when nothing does. */
  data: Prisma.AutomationUncheckedUpdateManyInput;
};

export function toAutomationChange({ row, edit, columns }: Edit): Change {
  const isToggled = edit.isActive !== undefined && edit.isActive !== row.isActive;
  const isMoved = columns !== null && !isSameChoice(columns, row);
  const changed = findChangedSettings(row, edit);
  const affectsRuns = isToggled || isMoved || changed !== null;
  return {
    isToggled,
    affectsRuns,
    data: {
      ...pickGiven({ name: edit.name }),
      ...(changed && {
        ...toSettingRow(edit),
        settingsVersion: getSettingsVersion(getSettingsAfter(row, edit)),
      }),
      ...columns,
      ...(isToggled && (edit.isActive ? activated : paused)),
      ...(affectsRuns && withoutFindings),
      ...(changed && withoutStale(changed)),
      ...(isMoved && toMovedColumns(row, columns)),
      ...toRowsAskedFor({ row, edit, isMoved }),
    },
  };
}

/**
 * Returns whether a run asks before it adds rows: where a two-way automation gets another source or target, the values of
 * the column before may stand on one side. Workers that do not ask leave it alone.
 */
function toRowsAskedFor({ row, edit, isMoved }: Pick<Edit, 'row' | 'edit'> & { isMoved: boolean }) {
  if ((edit.mode ?? row.mode) !== 'two_way') return row.asksBeforeRows ? { asksBeforeRows: false } : {};
  if (!isMoved) return {};
  return { asksBeforeRows: true, settingsVersion: Math.max(row.settingsVersion, askBeforeRowsVersion) };
}

/** Returns what runs remember after an edit, and whether they ask before they add rows. */
export function getStateAfterEdit(
  row: Automation,
  draft: ColumnChoice & AutomationSettings,
): { state: RunState; asksBeforeRows: boolean } {
  const choice = getChoice(draft);
  const columns = isSameChoice(choice, row) ? null : { ...nameless, ...choice };
  const { data } = toAutomationChange({ row, edit: draft, columns });
  const after = { ...row, ...data } as Automation;
  return { state: toRunState(after), asksBeforeRows: after.asksBeforeRows };
}

const hourMs = 60 * 60_000;

/** Returns what a person has said in the form to the review that its preview announced, as the columns of a row. */
export function toFormAnswer(
  { fingerprint, asksLater }: Pick<EditAutomation, 'fingerprint' | 'asksLater'>,
  at: Date,
) {
  const isPutOff = asksLater === true && fingerprint === undefined;
  return {
    approvedReview: fingerprint ?? null,
    // In the form nothing is ticked.
    approvedRenames: Prisma.DbNull,
    reviewMailAt: isPutOff ? new Date(at.getTime() + hourMs) : null,
  };
}

const nameless = {
  sourceSheetName: '',
  sourceSheetPermalink: null,
  sourceColumnName: '',
  sheetName: '',
  sheetPermalink: null,
  targetColumnName: '',
};

export const activated = { isActive: true, pausedBy: null };
export const paused = { isActive: false, pausedBy: 'user', dirtyAt: null } as const;

/** Clears findings and answers under the old settings that do not hold under the new ones. */
function withoutStale({ names, after }: NonNullable<ReturnType<typeof findChangedSettings>>) {
  const isOther = (...some: SettingName[]) => some.some((name) => names.includes(name));
  const leavesNothing = after?.graceDays === 0 || after?.mode === 'two_way' || after?.mode === 'add_only';
  return {
    heldAgainst: null,
    // The base of a two-way sync must have been in both sheets; without a base nothing is removed.
    ...(isOther('mode') && after?.mode === 'two_way' && { baseHashes: [] }),
    ...(isOther('drift') && after?.drift === 'put_back' && { keptHashes: [], excludedHashes: [] }),
    ...(leavesNothing && notLeaving),
    ...(isOther('mode', 'filters', 'labelTemplate', 'renames', 'addressColumn') && unchecked),
  };
}

const unchecked = { health: Prisma.DbNull, healthCheckedAt: null };

/** Returns what is cleared with other columns. Changes by hand in a dropdown that stays the target still count. */
function toMovedColumns(row: Automation, columns: NamedColumns) {
  const isOtherTarget = columns.sheetId !== row.sheetId || columns.targetColumnId !== row.targetColumnId;
  return {
    ...withoutRuns,
    ...(isOtherTarget && withoutTarget),
    ...(columns.sourceSheetId !== row.sourceSheetId && periodic),
  };
}

const withoutRuns = {
  lastUpdated: null,
  lastRunAt: null,
  lastRunOutcome: null,
  lastRunAdded: null,
  lastRunRemoved: null,
  lastRunOptionCount: null,
  lastRunWarnings: [],
  targetFingerprint: null,
  baseHashes: [],
  heldAgainst: null,
  sourceSheetCount: null,
  ...unchecked,
};

const notLeaving = { leaving: [], leavingAt: null };
const noLateWrite = { lookAgainAt: null, lookAgainValidation: null };
const withoutTarget = { keptHashes: [], excludedHashes: [], ...notLeaving, ...noLateWrite };

/** Periodic until the new source sheet has a webhook. */
const periodic = { webhookId: null, webhookEnabled: false };
