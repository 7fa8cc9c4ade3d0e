import type { MovedSheet } from '@picksync/db';
import type { WatchedSheet } from '../../store/sweeps.store.ts';

/** Editing a column, such as its options, may not raise the sheet's version, so every sheet is read this often. */
export const readAtLeastEveryMs = 6 * 60 * 60 * 1000;

/**
 * Returns the sheets that have to be read. `versions` is what Smartsheet tells now, null for a sheet that is gone or no
 * longer shared with the user. Of a sheet that is not in it nothing was told: it is left as it is known.
 */
export function movedSheets(input: {
  watched: readonly WatchedSheet[];
  versions: ReadonlyMap<string, number | null>;
  now: Date;
}): MovedSheet[] {
  const { watched, versions, now } = input;
  const hasMoved = ({ sheetId, known }: WatchedSheet) => {
    if (!known?.lastReadAt || known.volatile) return true;
    if (now.getTime() - known.lastReadAt.getTime() >= readAtLeastEveryMs) return true;
    // A sheet that is gone and known to be gone has not moved.
    return versions.has(sheetId) && versions.get(sheetId) !== known.version;
  };
  return watched.filter(hasMoved).map(({ sheetId, known }) => ({
    sheetId,
    version: known?.version ?? null,
    lastReadAt: known?.lastReadAt ?? null,
    isChanged: isAnother(versions.get(sheetId), known?.version),
  }));
}

function isAnother(listed: number | null | undefined, known: number | null | undefined): boolean {
  return listed != null && known != null && listed !== known;
}
