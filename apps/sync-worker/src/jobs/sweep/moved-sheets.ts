import type { Sheet } from '@picksync/db';

/** A sheet that a connection's automations use, and what is known of it. */
export type WatchedSheet = {
  sheetId: string;
  known: Pick<Sheet, 'version' | 'volatile' | 'lastReadAt'> | undefined;
};

/** Editing a column, such as its options, may not raise the sheet's version, so every sheet is read this often. */
export const readAtLeastEveryMs = 6 * 60 * 60 * 1000;

/**
 * The sheets that have to be read. `versions` is what Smartsheet lists now; a sheet that is not in it is gone or no
 * longer shared with the user.
 */
export function movedSheets(input: {
  watched: readonly WatchedSheet[];
  versions: ReadonlyMap<string, number | null>;
  now: Date;
}): string[] {
  const { watched, versions, now } = input;
  const hasMoved = ({ sheetId, known }: WatchedSheet) => {
    if (!known?.lastReadAt || known.volatile) return true;
    if (now.getTime() - known.lastReadAt.getTime() >= readAtLeastEveryMs) return true;
    // Gone and known to be gone is no news.
    return (versions.get(sheetId) ?? null) !== known.version;
  };
  return watched.filter(hasMoved).map(({ sheetId }) => sheetId);
}
