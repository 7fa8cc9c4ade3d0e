import type { AutomationSettings } from '@picksync/contracts';
import type { OptionHash } from './option-hash.ts';

/** An option that has left the source and leaves the dropdown later. */
export type Leaving = { hash: string; leavesAt: Date };

/** What runs of an automation remember: keyed hashes and dates, no text. */
export type RunState = {
  /** The options as a run left them; empty where the settings do not need them, or before the first run. */
  baseHashes: readonly string[];
  /** Options that were added by hand and stay. */
  keptHashes: readonly string[];
  /** Options that were deleted by hand and do not come back. */
  excludedHashes: readonly string[];
  leaving: readonly Leaving[];
  /** Stands for the values of the source for which a person kept the options that it lacks. */
  heldAgainst: string | null;
  /** How many sheets the report that is the source read when the dropdown last held what it gave; null where that is not known. */
  sourceSheetCount: number | null;
};

/** What an automation without runs remembers. */
export const emptyRunState: RunState = {
  baseHashes: [],
  keptHashes: [],
  excludedHashes: [],
  leaving: [],
  heldAgainst: null,
  sourceSheetCount: null,
};

/** Returns the hashes by which a change by hand is seen later; none where the settings do not ask for it. */
export function toBaseHashes(input: {
  options: readonly string[];
  settings: Pick<AutomationSettings, 'mode' | 'drift' | 'ignoreCase'>;
  hash: OptionHash;
}): string[] {
  const { options, settings, hash } = input;
  if (settings.mode !== 'two_way' && settings.drift === 'put_back') return [];
  return [...new Set(options.map((option) => hash.of(option, settings)))];
}

/** Returns the options that leave later, as they are stored. What cannot be read is forgotten: they stay longer. */
export function parseLeaving(stored: unknown): Leaving[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { hash, leavesAt } = entry as Record<string, unknown>;
    const date = typeof leavesAt === 'string' ? new Date(leavesAt) : null;
    const isWhole = typeof hash === 'string' && date !== null && !Number.isNaN(date.getTime());
    return isWhole ? [{ hash, leavesAt: date }] : [];
  });
}

/** Returns what the row of an automation remembers of its runs. */
export function toRunState(row: Omit<RunState, 'leaving'> & { leaving: unknown }): RunState {
  const { baseHashes, keptHashes, excludedHashes, heldAgainst, sourceSheetCount } = row;
  const remembered = { baseHashes, keptHashes, excludedHashes, heldAgainst, sourceSheetCount };
  return { ...remembered, leaving: parseLeaving(row.leaving) };
}

/**
 * Returns what runs remember, hashed with the present secret where it was hashed with another one. A text that is nowhere
 * at the moment cannot be hashed again: its hash stays as it is until the text is back.
 */
export function renewState(state: RunState, texts: Iterable<string>, hash: OptionHash): RunState {
  const { baseHashes, keptHashes, excludedHashes, leaving } = state;
  const all = [...baseHashes, ...keptHashes, ...excludedHashes, ...leaving.map((entry) => entry.hash)];
  const used = hash.others.filter(({ isOwn }) => all.some(isOwn));
  if (used.length === 0) return state;
  const renewed = new Map<string, string>();
  for (const text of new Set(texts)) {
    for (const ignoreCase of [false, true]) {
      for (const other of used) renewed.set(other.of(text, { ignoreCase }), hash.of(text, { ignoreCase }));
    }
  }
  const renew = (hashes: readonly string[]) => hashes.map((one) => renewed.get(one) ?? one);
  return {
    ...state,
    baseHashes: renew(baseHashes),
    keptHashes: renew(keptHashes),
    excludedHashes: renew(excludedHashes),
    leaving: leaving.map((entry) => ({ ...entry, hash: renewed.get(entry.hash) ?? entry.hash })),
  };
}

const withinMs = 60 * 60_000;

/** Returns the times within the last hour at which the list had been rewritten from outside. */
export function recentOutsideChanges(outsideChanges: readonly Date[], now: Date): Date[] {
  return outsideChanges.filter((at) => now.getTime() - at.getTime() < withinMs);
}
