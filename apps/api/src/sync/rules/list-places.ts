import type { endpoints, Parsed, Reply } from '@picksync/contracts';
import { compareNames } from '../../base/compare-names.ts';
import type { Context } from '../../base/context.ts';
import { withSmartsheet } from '../smartsheet/with-smartsheet.ts';

type Places = typeof endpoints.rules.places;

/** Returns the workspaces that a user can see, or the folders in a place, sorted by name. Throws `not_found` for a place that is gone. */
export async function listPlaces(
  context: Context,
  { userId, query }: { userId: string; query: Parsed<Places>['query'] },
): Promise<Reply<Places>> {
  const { workspaceId, folderId } = query;
  return withSmartsheet(context, userId, async (client) => {
    const id = folderId ?? workspaceId;
    if (id === undefined) {
      const { workspaces, isWhole } = await client.places.workspaces();
      return { places: workspaces.toSorted(byName), sheetCount: 0, isWhole };
    }
    const kind = folderId === undefined ? 'workspace' : 'folder';
    const { folders, sheets, isWhole } = await client.places.children({ place: { kind, id } });
    return { places: folders.toSorted(byName), sheetCount: sheets.length, isWhole };
  });
}

function byName(one: { name: string }, other: { name: string }): number {
  return compareNames(one.name, other.name);
}
