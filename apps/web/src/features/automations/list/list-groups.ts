import type { Automation } from '@picksync/contracts';
import { isSyncing, statusOf } from '../automation-status.ts';

/** How an automation stands, as far as a list is sorted by it. */
export type Stand = 'review' | 'error' | 'well' | 'paused';

export function standOf(automation: Automation): Stand {
  const { tone } = statusOf(automation);
  if (tone === 'bad') return 'error';
  if (tone === 'neutral') return 'paused';
  return tone === 'warn' && automation.waiting === null ? 'review' : 'well';
}

export function needsYou(automation: Automation): boolean {
  const stand = standOf(automation);
  return stand === 'review' || stand === 'error';
}

/** The automations that follow one source column, those that need somebody first. */
export type SourceGroup = {
  key: string;
  sheetName: string;
  columnName: string;
  automations: readonly Automation[];
};

const rank: Record<Stand, number> = { review: 0, error: 1, paused: 2, well: 3 };

/** Returns the automations by their source; sources with something to do come first, then those that feed most. */
export function groupBySource(automations: readonly Automation[]): SourceGroup[] {
  const bySource = Map.groupBy(automations, (one) => `${one.sourceSheetId}/${one.sourceColumnId}`);
  const groups = [...bySource].map(([key, members]) => ({
    key,
    sheetName: members.find(({ sourceSheetName }) => sourceSheetName)?.sourceSheetName ?? 'Unknown sheet',
    columnName: members[0]?.sourceColumnName ?? '',
    automations: members.toSorted((one, other) => rank[standOf(one)] - rank[standOf(other)]),
  }));
  const troubled = (group: SourceGroup) => Number(group.automations.some(needsYou));
  return groups.toSorted(
    (one, other) => troubled(other) - troubled(one) || other.automations.length - one.automations.length,
  );
}

/** Returns how the automations of a source stand, in few words. */
export function groupSummary(automations: readonly Automation[], timeOf: (iso: string) => string): string {
  const count = (stand: Stand) => automations.filter((one) => standOf(one) === stand).length;
  if (automations.some(isSyncing)) return 'Syncing';
  const [review, error, paused, well] = [count('review'), count('error'), count('paused'), count('well')];
  if (well === automations.length) return inSyncAsOf(automations, timeOf);
  if (paused === automations.length) return paused === 1 ? 'Paused' : 'All paused';
  const parts = [
    review > 0 && `${review} review`,
    error > 0 && `${error} ${error === 1 ? 'error' : 'errors'}`,
    paused > 0 && `${paused} paused`,
    well > 0 && `${well} in sync`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns since when all of them are in sync: since the one that was looked at first. */
function inSyncAsOf(automations: readonly Automation[], timeOf: (iso: string) => string): string {
  const times = automations.map(({ lastUpdated }) => lastUpdated).sort();
  const oldest = times.includes(null) ? null : times[0];
  return oldest ? `In sync as of ${timeOf(oldest)}` : 'Not synced yet';
}

export type StandFilter = 'all' | 'needs-you' | 'in-sync' | 'paused';

export function passesFilter(automation: Automation, filter: StandFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'needs-you') return needsYou(automation);
  return standOf(automation) === (filter === 'paused' ? 'paused' : 'well');
}

/** Returns whether every word of a search is in the automation's name or in the name of a sheet or column of it. */
export function matchesSearch(automation: Automation, search: string): boolean {
  const { name, sourceSheetName, sourceColumnName, sheetName, targetColumnName } = automation;
  const text = [name, sourceSheetName, sourceColumnName, sheetName, targetColumnName].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
