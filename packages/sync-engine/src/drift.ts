import type { AutomationSettings } from '@picksync/contracts';
import type { DesiredOptions } from './desired-options.ts';
import { hashedOptions, type OptionHash } from './option-hash.ts';
import type { RunState } from './run-state.ts';

/** What somebody changed in the dropdown by hand since a run left it. It holds option texts: never store or log them. */
export type Drift = {
  /** Options that are not in the source, and were not there before. */
  added: string[];
  /** Options of the source that were there. A pinned one comes back without a question: the settings say so. */
  removed: string[];
};

/**
 * Returns what was changed by hand; null where that is not known: the settings do not ask for it, or it is not known how
 * a run has left the list.
 */
export function findDrift(input: {
  currentOptions: readonly string[];
  /** Options that the source and the pins ask for, as they are spelled in the dropdown. */
  desired: Pick<DesiredOptions, 'values' | 'all'>;
  settings: Pick<AutomationSettings, 'mode' | 'drift'>;
  state: Pick<RunState, 'baseHashes'>;
  hash: OptionHash;
  /** Returns the same text for options that are one, whatever they are called. */
  same: (option: string) => string;
}): Drift | null {
  const { currentOptions, desired, settings, state, hash, same } = input;
  const { baseHashes } = state;
  const isAskedFor = settings.drift !== 'put_back' && settings.mode !== 'two_way';
  const isKnown = baseHashes.length > 0 && baseHashes.every(hash.canRead);
  if (!isAskedFor || !isKnown) return null;
  const base = hashedOptions(baseHashes, hash);
  const stillThere = new Set(currentOptions.flatMap(base.matching));
  // Usually nothing is gone, and the values of a long source need no hashes.
  const gone = hashedOptions(
    baseHashes.filter((one) => !stillThere.has(one)),
    hash,
  );
  const [isCurrent, isDesired] = [new Set(currentOptions.map(same)), new Set(desired.all.map(same))];
  return {
    added: currentOptions.filter((option) => !isDesired.has(same(option)) && !base.has(option)),
    removed: desired.values.filter((option) => !isCurrent.has(same(option)) && gone.has(option)),
  };
}

/** Returns what is remembered so that a change by hand stays: what was added is kept, what was deleted left out. */
export function acceptDrift(input: {
  drift: Drift;
  state: RunState;
  settings: Pick<AutomationSettings, 'ignoreCase'>;
  /**
   * Returns the options that the source asks for when these are left out: an option that was deleted and is back needs
   * no other reason to stay.
   */
  desiredWithout: (excludedHashes: readonly string[]) => readonly string[];
  hash: OptionHash;
  same: (option: string) => string;
}): RunState {
  const { drift, state, settings, desiredWithout, hash, same } = input;
  if (drift.added.length + drift.removed.length === 0) return state;
  const excluded = hashedOptions(state.excludedHashes, hash);
  const isBack = new Set(drift.added.flatMap(excluded.matching));
  const all = (before: readonly string[], options: readonly string[]) => [
    ...new Set([...before, ...options.map((option) => hash.of(option, settings))]),
  ];
  const excludedHashes = all(
    state.excludedHashes.filter((one) => !isBack.has(one)),
    drift.removed,
  );
  const isDesired = new Set(desiredWithout(excludedHashes).map(same));
  const kept = drift.added.filter((option) => !isDesired.has(same(option)));
  return { ...state, keptHashes: all(state.keptHashes, kept), excludedHashes };
}
