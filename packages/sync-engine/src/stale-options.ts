import type { AutomationSettings } from '@picksync/contracts';
import { hashedOptions, type OptionHash } from './option-hash.ts';
import type { Leaving, RunState } from './run-state.ts';

/**
 * An option that is no longer in the source and is removed from the dropdown later. It is a text: never store or log
 * it.
 */
export type LeavingOption = { option: string; leavesAt: Date };

/** What becomes of the stale options: those of the dropdown that the source and the settings do not ask for. */
export type StaleOptions = {
  /** Those that stay, for whatever reason. */
  staying: string[];
  /** Of these: they would be removed if no row used them. */
  keptInUse: string[];
  /** Of these: they go later. */
  leaving: LeavingOption[];
  /** When each option that has no other reason to stay goes or has gone, to be remembered. */
  dates: Leaving[];
};

type StaleOptionRules = {
  settings: Pick<AutomationSettings, 'mode' | 'graceDays' | 'ignoreCase'>;
  state: Pick<RunState, 'keptHashes' | 'leaving'>;
  /** A person keeps what the source lacks. */
  isHeld: boolean;
  /**
   * Whether an option is removed at once: it was never in the source, or it is another spelling of an option of the
   * source.
   */
  hasNoGrace: (option: string) => boolean;
  /** Returns how many rows use an option; null where they were not counted. */
  countUses: (option: string) => number | null;
  now: Date;
  hash: OptionHash;
};

const dayMs = 24 * 60 * 60_000;

/** Returns what becomes of the stale options, in their order. */
export function sortStaleOptions(stale: readonly string[], rules: StaleOptionRules): StaleOptions {
  const { settings, state, isHeld, hasNoGrace, now, hash } = rules;
  const kept = hashedOptions(state.keptHashes, hash);
  const leavesAt = rememberedDates(rules);
  const result: StaleOptions = { staying: [], keptInUse: [], leaving: [], dates: [] };
  const dates = new Map<string, Date>();
  for (const option of stale) {
    const isInUse = isUsed(option, rules);
    if (settings.mode === 'add_only' || isInUse || kept.has(option)) {
      result.staying.push(option);
      if (isInUse && !kept.has(option)) result.keptInUse.push(option);
      continue;
    }
    const date = hasNoGrace(option) ? null : leavesAt(option);
    if (date !== null) dates.set(hash.of(option, settings), date);
    const isLeaving = date !== null && date > now;
    if (isLeaving) result.leaving.push({ option, leavesAt: date });
    if (isLeaving || isHeld) result.staying.push(option);
  }
  return { ...result, dates: inOneOrder(dates) };
}

/** The same options are remembered in the same way, however they stand in the dropdown. */
function inOneOrder(dates: ReadonlyMap<string, Date>): Leaving[] {
  const byHash = [...dates].sort(([one], [other]) => (one < other ? -1 : 1));
  return byHash.map(([hash, leavesAt]) => ({ hash, leavesAt }));
}

/** Returns whether an option stays because of its uses. Where they were not counted, it might. */
function isUsed(option: string, { settings, countUses }: StaleOptionRules): boolean {
  return settings.mode === 'keep_used' && (countUses(option) ?? 1) > 0;
}

/**
 * Returns when an option goes: some days after it was first seen without its source, and no later than if it were first
 * seen now: the setting may have fewer days by now. For held options no time begins.
 */
function rememberedDates({ settings, state, isHeld, now, hash }: StaleOptionRules) {
  const dates = new Map(state.leaving.map((entry) => [entry.hash, entry.leavesAt]));
  const known = hashedOptions(dates.keys(), hash);
  const latest = new Date(now.getTime() + settings.graceDays * dayMs);
  return (option: string): Date | null => {
    if (settings.graceDays === 0) return null;
    const [match] = known.matching(option);
    const date = match === undefined ? undefined : dates.get(match);
    if (date === undefined) return isHeld ? null : latest;
    return date < latest ? date : latest;
  };
}
