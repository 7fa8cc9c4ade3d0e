import {
  type AutomationSettings,
  type EditAutomation,
  type SettingName,
  settingsVersionOf,
} from '@picksync/contracts';
import { type Automation, Prisma } from '@picksync/db';
import { type RunState, runStateOf } from '@picksync/sync-engine';
import { withoutFailure } from './automations.store.ts';
import { type ColumnChoice, choiceOf, isSameChoice } from './column-choice.ts';
import type { NamedColumns } from './look-up-columns.ts';
import { changedSettings, givenOf, settingColumns, settingsAfter } from './settings.ts';

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

/** Returns what an edit changes in the row of an automation. */
export function automationChange({ row, edit, columns }: Edit): Change {
  const isToggled = edit.isActive !== undefined && edit.isActive !== row.isActive;
  const isMoved = columns !== null && !isSameChoice(columns, row);
  const changed = changedSettings(row, edit);
  const affectsRuns = isToggled || isMoved || changed !== null;
  return {
    isToggled,
    affectsRuns,
    data: {
      ...givenOf({ name: edit.name }),
      ...(changed && {
        ...settingColumns(edit),
        settingsVersion: settingsVersionOf(settingsAfter(row, edit)),
      }),
      ...columns,
      ...(isToggled && (edit.isActive ? activated : paused)),
      ...(affectsRuns && withoutFindings),
      ...(changed && withoutStale(changed)),
      ...(isMoved && movedFrom(row, columns)),
    },
  };
}

/** Returns what runs remember after an edit. */
export function runStateAfter(row: Automation, draft: ColumnChoice & AutomationSettings): RunState {
  const choice = choiceOf(draft);
  const columns = isSameChoice(choice, row) ? null : { ...nameless, ...choice };
  const { data } = automationChange({ row, edit: draft, columns });
  return runStateOf({ ...row, ...data } as Automation);
}

const nameless = {
  sourceSheetName: '',
  sourceSheetPermalink: null,
  sourceColumnName: '',
  sheetName: '',
  sheetPermalink: null,
  targetColumnName: '',
};

const activated = { isActive: true, pausedBy: null };
const paused = { isActive: false, pausedBy: 'user', dirtyAt: null } as const;

/** Clears what earlier runs found. */
const withoutFindings = {
  ...withoutFailure,
  pausedAccount: null,
  review: Prisma.DbNull,
  approvedReview: null,
  keptReview: null,
  outsideChanges: [],
  outageSince: null,
  outageTriedAt: null,
};

/** Clears findings and answers under the old settings that do not hold under the new ones. */
function withoutStale({ names, after }: NonNullable<ReturnType<typeof changedSettings>>) {
  const isOther = (...some: SettingName[]) => some.some((name) => names.includes(name));
  const leavesNothing = after?.graceDays === 0 || after?.mode === 'two_way' || after?.mode === 'add_only';
  return {
    heldAgainst: null,
    // The base of a two-way sync must have been in both sheets; without a base nothing is removed.
    ...(isOther('mode') && after?.mode === 'two_way' && { baseHashes: [] }),
    ...(isOther('drift') && after?.drift === 'put_back' && { keptHashes: [], excludedHashes: [] }),
    ...(leavesNothing && notLeaving),
    ...(isOther('mode', 'filters', 'labelTemplate') && unchecked),
  };
}

const unchecked = { health: Prisma.DbNull, healthCheckedAt: null };

/** Clears what was known of the columns before. Changes by hand in a dropdown that stays the target still count. */
function movedFrom(row: Automation, columns: NamedColumns) {
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
  ...unchecked,
};

const notLeaving = { leaving: [], leavingAt: null };
const withoutTarget = { keptHashes: [], excludedHashes: [], ...notLeaving };

/** Periodic until the new source sheet has a webhook. */
const periodic = { webhookId: null, webhookEnabled: false };
