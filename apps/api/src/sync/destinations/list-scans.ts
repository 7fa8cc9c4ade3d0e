import type { AutomationSettings } from '@picksync/contracts';
import type { SheetSummary } from '@picksync/smartsheet-client';
import type { Context } from '../../base/context.ts';

export type ListSource = { sourceSheetId: string; sourceColumnId: string };

export type ScanInput = ListSource & {
  settings: AutomationSettings;
  /** The names of the columns that the source fills already. */
  followers: readonly string[];
};

/** What is known of a list while somebody looks for dropdowns like it. It holds cell texts: never store or log it. */
export type ListScan = {
  /** The user's sheets, in the order in which they are looked at. */
  sheets: SheetSummary[];
  /** Sheets that Smartsheet did not list; null when their number is not known. */
  unlisted: number | null;
  /**
   * The list that a dropdown would have, as `spellingKey` gives its texts; only the beginning of a list that no
   * dropdown could hold, so that many searches do not fill the memory.
   */
  wanted: ReadonlySet<string>;
  /** Options of the whole list. */
  listSize: number;
  /** The names that make a column look alike, as `nameKey` gives them. */
  names: ReadonlySet<string>;
  /** Why no dropdown could hold the list; null when one can. */
  problem: string | null;
};

/** How long a scan is kept: its calls follow one another. */
const keptMs = 120_000;
const maxScans = 20;
const maxScansOfUser = 2;

/**
 * Creates a cache of the lists that people search for, in the memory of this process, so that the source is read once
 * for all calls of a search. Another process reads it again.
 */
export function createListScans({ now }: Pick<Context, 'now'>) {
  const scans = new Map<string, { userId: string; scan: Promise<ListScan>; at: number }>();
  function forgetOld(): void {
    const oldest = now().getTime() - keptMs;
    for (const [key, { at }] of scans) if (at < oldest || scans.size > maxScans) scans.delete(key);
  }
  /** A user who begins one search after another ends their own searches, and nobody else's. */
  function forgetOwn(userId: string): void {
    const own = [...scans].filter(([, scan]) => scan.userId === userId);
    for (const [key] of own.slice(0, Math.max(0, own.length + 1 - maxScansOfUser))) scans.delete(key);
  }
  return {
    /** Returns the scan of this key, or begins it; `isNew` begins it in any case. */
    of: (
      { userId, key, isNew }: { userId: string; key: string; isNew: boolean },
      begin: () => Promise<ListScan>,
    ) => {
      forgetOld();
      const known = isNew ? undefined : scans.get(key);
      if (known) {
        known.at = now().getTime();
        return known.scan;
      }
      forgetOwn(userId);
      const scan = begin();
      scans.set(key, { userId, scan, at: now().getTime() });
      scan.catch(() => scans.delete(key));
      return scan;
    },
    /** Forgets a list after the last sheet. */
    end: (key: string) => void scans.delete(key),
  };
}

export type ListScans = ReturnType<typeof createListScans>;
