import type { Sheet } from '@picksync/db';

/** A sheet that automations of an account use, and what was known of it before. */
export type WatchedSheet = {
  sheetId: string;
  known: Pick<Sheet, 'version' | 'volatile' | 'lastReadAt'> | undefined;
};

/** Column edits, such as options changed by hand, may not raise a sheet's version: so often it is read regardless. */
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
