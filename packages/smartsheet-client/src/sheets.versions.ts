import { SmartsheetError } from './errors.ts';
import { eachPage, type ListAnswer, type ListPlace } from './pages.ts';
import type { FoundVersions } from './sheets.types.ts';

type ListedVersion = { id: string; version: number | null };

type VersionSearch = {
  sheetIds: readonly string[];
  maxCalls?: number | undefined;
  /** Reads a page of the list of all sheets. */
  load: (place: ListPlace) => Promise<ListAnswer<ListedVersion>>;
  readVersion: (sheetId: string) => Promise<number>;
};

/**
 * Finds the versions of sheets with as few calls as possible. One list tells them all; where it comes in pages, these are
 * followed as long as they cost fewer calls than asking for the sheets that are missing one by one.
 */
export async function findVersions({ maxCalls = 40, ...search }: VersionSearch): Promise<FoundVersions> {
  const listed = await readLists({ ...search, maxCalls });
  const { versions } = listed;
  for (const sheetId of [...listed.missing].slice(0, Math.max(0, maxCalls - listed.calls))) {
    const version = await versionOrNull(sheetId, search);
    if (version === undefined) break;
    versions.set(sheetId, version);
  }
  return { versions, isListWhole: listed.isWhole };
}

/** Reads lists until the sheets are found, or asking for the missing ones is cheaper. */
async function readLists({ sheetIds, maxCalls, load }: VersionSearch & { maxCalls: number }) {
  const versions: FoundVersions['versions'] = new Map();
  const missing = new Set(sheetIds);
  const unversioned = new Set<string>();
  let calls = 0;
  for await (const page of eachPage({ first: { from: 'start' }, maxPages: maxCalls, load })) {
    calls += 1;
    for (const { id, version } of page.items) {
      if (version === null) unversioned.add(id);
      else if (missing.delete(id)) versions.set(id, version);
    }
    if (page.isWhole) {
      // What a whole list lacks is gone, or no longer shared with the user.
      for (const id of sheetIds.filter((one) => missing.has(one) && !unversioned.has(one))) {
        missing.delete(id);
        versions.set(id, null);
      }
      return { versions, missing, calls, isWhole: true };
    }
    // Without totals, no more pages are read than there were sheets to find.
    const isWorthAPage = page.pagesLeft === null ? calls < sheetIds.length : page.pagesLeft < missing.size;
    if (!page.hasMore || unversioned.size > 0 || !isWorthAPage) break;
  }
  return { versions, missing, calls, isWhole: false };
}

/** Returns the version of one sheet, null when it is gone, and undefined when it may not be asked now. */
async function versionOrNull(
  sheetId: string,
  { readVersion }: Pick<VersionSearch, 'readVersion'>,
): Promise<number | null | undefined> {
  try {
    return await readVersion(sheetId);
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    // Gone or no longer shared: the same as not being listed.
    if (error.class === 'configuration') return null;
    if (error.heldBackBy === 'budget' || error.heldBackBy === 'limit') return undefined;
    throw error;
  }
}
