import {
  automationSettings,
  type EditAutomation,
  settingsVersion,
  settingsVersionOf,
} from '@picksync/contracts';
import { type Automation, Prisma } from '@picksync/db';
import { givenOf, settingColumns } from './automation-columns.ts';
import { isSameChoice } from './column-choice.ts';
import type { Place } from './live-columns.ts';

export type Edit = {
  row: Automation;
  edit: EditAutomation;
  /** The columns it goes between from now on, when they were looked up. */
  place: Place | null;
};

export type Change = {
  /** Whether it was paused or activated. */
  toggled: boolean;
  /** Whether a run would do something else than before. */
  matters: boolean;
  /** What changes in the row; empty when nothing does. */
  data: Prisma.AutomationUncheckedUpdateManyInput;
};

/** Returns what an edit changes in the row of an automation. */
export function changeOf({ row, edit, place }: Edit): Change {
  const toggled = edit.isActive !== undefined && edit.isActive !== row.isActive;
  const moved = place !== null && !isSameChoice(place, row);
  const settings = settingColumns(edit);
  const matters = toggled || moved || Object.keys(settings).length > 0;
  return {
    toggled,
    matters,
    data: {
      ...givenOf({ name: edit.name }),
      ...settings,
      ...(Object.keys(settings).length > 0 && { settingsVersion: settingsVersionAfter(row, edit) }),
      ...place,
      ...(toggled && (edit.isActive ? activated : paused)),
      ...(matters && unjudged),
      ...(moved && unknown),
      ...(moved && place.sourceSheetId !== row.sourceSheetId && periodic),
    },
  };
}

/** Returns the version that a worker has to know; what a newer version of ours wrote into the row still counts. */
function settingsVersionAfter(row: Automation, edit: EditAutomation): number {
  if (row.settingsVersion > settingsVersion) return row.settingsVersion;
  return settingsVersionOf(automationSettings.parse({ ...row, ...givenOf(edit) }));
}

const activated = { isActive: true, pausedBy: null };
const paused = { isActive: false, pausedBy: 'user', dirtyAt: null } as const;

/** Clears what earlier runs found. */
const unjudged = {
  lastError: null,
  lastErrorReason: null,
  failingSince: null,
  review: Prisma.DbNull,
  approvedReview: null,
  outsideChanges: [],
  outageSince: null,
  outageTriedAt: null,
};

/** Clears what was known of the columns before. */
const unknown = {
  lastUpdated: null,
  lastRunAt: null,
  lastRunOutcome: null,
  lastRunAdded: null,
  lastRunRemoved: null,
  lastRunOptionCount: null,
  lastRunWarnings: [],
  targetFingerprint: null,
  baseHashes: [],
};

/** Periodic until the new source sheet has a webhook. */
const periodic = { webhookId: null, webhookEnabled: false };
