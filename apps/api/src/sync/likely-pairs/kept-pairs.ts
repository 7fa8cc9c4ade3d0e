import type { LikelyPairs, PairProgress } from '@picksync/contracts';
import type { ColumnPair } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';

/** What is kept of a search: ids and counts. Names are read again when it is shown, and texts are in none of it. */
export type FoundPairs = Omit<LikelyPairs, 'pairs'> & { pairs: ColumnPair[] };

const keptMs = 10 * 60_000;
const maxKept = 500;

/**
 * Creates a memory of the pairs that were found, in this process, so that a person who opens the form again does not have
 * all sheets read once more. Another process looks for itself.
 */
export function createKeptPairs({ now }: Pick<Context, 'now'>) {
  const kept = new Map<string, { found: FoundPairs; until: number }>();
  const underWay = new Map<string, NonNullable<PairProgress>>();
  return {
    /** How far the search of each user is. */
    underWay,
    find: (key: string): FoundPairs | null => {
      const entry = kept.get(key);
      return entry && entry.until > now().getTime() ? entry.found : null;
    },
    keep: (key: string, found: FoundPairs): void => {
      const at = now().getTime();
      kept.delete(key);
      for (const [other, { until }] of kept) if (until <= at || kept.size >= maxKept) kept.delete(other);
      kept.set(key, { found, until: at + keptMs });
    },
  };
}

export type KeptPairs = ReturnType<typeof createKeptPairs>;
