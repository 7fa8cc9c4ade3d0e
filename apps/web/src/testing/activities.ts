import type { Activity, ActivityLine } from '@picksync/contracts';
import { automation } from './automations.ts';
import { user } from './people.ts';

/** An entry about a dropdown that was written, but for what is given. */
export function activity(given: Partial<Activity> = {}): Activity {
  return {
    id: '0193b1f0-0000-7000-8000-000000000001',
    configurationId: automation().id,
    configurationName: automation().name,
    userId: user.id,
    action: 'update_dropdown',
    status: 'success',
    details: null,
    added: null,
    removed: null,
    timestamp: new Date().toISOString(),
    ...given,
  };
}

/** A line with one entry, but for what is given. */
export function activityLine(entry: Partial<Activity> = {}, given: Partial<ActivityLine> = {}): ActivityLine {
  const only = activity(entry);
  const isWritten = only.outcome === 'changed';
  return {
    id: only.id,
    entry: only,
    status: only.status,
    entries: 1,
    source: null,
    sheetName: null,
    details: only.details,
    action: only.action,
    isChange: false,
    updated: isWritten ? 1 : 0,
    waitingReview: 0,
    failed: 0,
    added: isWritten ? (only.added ?? 0) : 0,
    removed: isWritten ? (only.removed ?? 0) : 0,
    renamed: isWritten ? (only.renamed ?? 0) : 0,
    ...given,
  };
}
