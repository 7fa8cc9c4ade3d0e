import type { Automation } from '@picksync/contracts';
import { compareNames } from '../../../ui/compare-names.ts';
import { formatRecent } from '../../../ui/dates.ts';
import { isSyncing, toStatus } from '../automation-status.tsx';
import type { ListOrder, StateFilter } from './list-view.ts';

/** The state of an automation, as far as the list is sorted by it. */
type ListState = 'review' | 'error' | 'waiting' | 'in-sync' | 'paused';

export function toListState(automation: Automation): ListState {
  const { tone } = toStatus(automation);
  if (tone === 'bad') return 'error';
  if (tone === 'neutral') return 'paused';
  if (tone === 'good') return 'in-sync';
  return automation.waiting === null ? 'review' : 'waiting';
}

/** The mark of an automation; `unknown`: it was never synced, or Smartsheet is not connected. */
export type Mark = ListState | 'unknown';

export function toMark(automation: Automation, isStopped: boolean): Mark {
  if (isStopped && automation.isActive) return 'unknown';
  const state = toListState(automation);
  return state === 'in-sync' && automation.lastUpdated === null ? 'unknown' : state;
}

/** Returns whether somebody has to do something about it. */
export function needsYou(automation: Automation): boolean {
  const state = toListState(automation);
  return state === 'review' || state === 'error';
}

// `waiting` passes by itself, so it ranks like `in-sync`.
export const rank: Record<ListState, number> = { review: 0, error: 1, paused: 2, waiting: 3, 'in-sync': 3 };

export const orders: Record<Exclude<ListOrder, 'newest'>, (one: Automation, other: Automation) => number> = {
  name: (one, other) => compareNames(one.name, other.name),
  'last-update': (one, other) => (other.lastUpdated ?? '').localeCompare(one.lastUpdated ?? ''),
  state: (one, other) => rank[toListState(one)] - rank[toListState(other)],
};

type SummaryOptions = {
  /** Whether nothing is synced, because Smartsheet is not connected. */
  isStopped: boolean;
  now: Date;
};

/** Returns the states of the automations of a source in few words. */
export function groupSummary(automations: readonly Automation[], { isStopped, now }: SummaryOptions): string {
  const count = (state: ListState) => automations.filter((one) => toListState(one) === state).length;
  if (isStopped && automations.some(({ isActive }) => isActive)) return 'Connection stopped';
  if (automations.some(isSyncing)) return 'Syncing';
  const [review, error, paused] = [count('review'), count('error'), count('paused')];
  const [waiting, inSync] = [count('waiting'), count('in-sync')];
  if (inSync === automations.length) return describeInSync(automations, now);
  if (paused === automations.length) return paused === 1 ? 'Paused' : 'All paused';
  const parts = [
    inSync > 0 && `${inSync} in sync`,
    review > 0 && `${review} review`,
    error > 0 && `${error} ${error === 1 ? 'error' : 'errors'}`,
    waiting > 0 && `${waiting} waiting to sync`,
    paused > 0 && `${paused} paused`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns since when all of them are in sync: the oldest of their times. */
function describeInSync(automations: readonly Automation[], now: Date): string {
  const times = automations.map(({ lastUpdated }) => lastUpdated).sort();
  const oldest = times.includes(null) ? null : times[0];
  return oldest ? `In sync as of ${formatRecent(oldest, now)}` : 'Not synced yet';
}

/** `isStopped`: nothing is in sync, because Smartsheet is not connected. */
export function passesFilter(automation: Automation, filter: StateFilter, isStopped: boolean): boolean {
  if (filter === 'all') return true;
  if (filter === 'needs-you') return needsYou(automation);
  if (filter === 'paused') return toListState(automation) === 'paused';
  return toMark(automation, isStopped) === 'in-sync';
}

/** Returns whether every word of a search is in the automation's name, its rule's, or the name of a sheet or column of it. */
export function matchesSearch(automation: Automation, search: string): boolean {
  const { name, rule, sourceSheetName, sourceColumnName, sheetName, targetColumnName } = automation;
  const names = [name, rule?.name, sourceSheetName, sourceColumnName, sheetName, targetColumnName];
  const text = names.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
