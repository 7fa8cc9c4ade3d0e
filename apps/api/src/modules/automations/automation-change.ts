import {
  automationSettings,
  type EditAutomation,
  settingsVersion,
  settingsVersionOf,
} from '@picksync/contracts';
import { type Automation, Prisma } from '@picksync/db';
import { isSameChoice } from './column-choice.ts';
import type { NamedColumns } from './look-up-columns.ts';
import { givenOf, settingColumns } from './setting-columns.ts';

export type Edit = {
  row: Automation;
  edit: EditAutomation;
  /** Source and target after the edit; null when they stay. */
  columns: NamedColumns | null;
};

export type Change = {
  /** Whether it was paused or activated. */
  isToggled: boolean;
  /** Whether a run may come out differently than before. */
  affectsRuns: boolean;
  /** What changes in the row; empty when nothing does. */
  data: Prisma.AutomationUncheckedUpdateManyInput;
};

/** Returns what an edit changes in the row of an automation. */
export function automationChange({ row, edit, columns }: Edit): Change {
  const isToggled = edit.isActive !== undefined && edit.isActive !== row.isActive;
  const isMoved = columns !== null && !isSameChoice(columns, row);
  const settings = settingColumns(edit);
  const affectsRuns = isToggled || isMoved || Object.keys(settings).length > 0;
  return {
    isToggled,
    affectsRuns,
    data: {
      ...givenOf({ name: edit.name }),
      ...settings,
      ...(Object.keys(settings).length > 0 && { settingsVersion: settingsVersionAfter(row, edit) }),
      ...columns,
      ...(isToggled && (edit.isActive ? activated : paused)),
      ...(affectsRuns && withoutFindings),
      ...(isMoved && withoutRuns),
      ...(isMoved && columns.sourceSheetId !== row.sourceSheetId && periodic),
    },
  };
}

/** Returns the version of the settings that a worker has to know. One that a newer API wrote into the row stays. */
function settingsVersionAfter(row: Automation, edit: EditAutomation): number {
  if (row.settingsVersion > settingsVersion) return row.settingsVersion;
  return settingsVersionOf(automationSettings.parse({ ...row, ...givenOf(edit) }));
}

const activated = { isActive: true, pausedBy: null };
const paused = { isActive: false, pausedBy: 'user', dirtyAt: null } as const;

/** Clears what earlier runs found. */
const withoutFindings = {
  lastError: null,
  lastErrorReason: null,
  failingSince: null,
  review: Prisma.DbNull,
  approvedReview: null,
  keptReview: null,
  heldAgainst: null,
  outsideChanges: [],
  outageSince: null,
  outageTriedAt: null,
};

/** Clears what was known of the columns before. */
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
  keptHashes: [],
  excludedHashes: [],
  leaving: [],
  health: Prisma.DbNull,
  healthCheckedAt: null,
};

/** Periodic until the new source sheet has a webhook. */
const periodic = { webhookId: null, webhookEnabled: false };
