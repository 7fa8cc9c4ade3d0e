import { AppError, maxRuleFolders, maxRuleSheets } from '@picksync/contracts';
import type { Rule } from '@picksync/db';
import {
  type ListedSheet,
  type Place,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { oldestFirst } from '@picksync/sync-engine';

/** What lies in the place of a rule. */
export type PlaceTree = {
  /** The sheets that were made first come first. */
  sheets: ListedSheet[];
  /** Folders that were read, the place itself among them, and those that could not be. */
  folders: number;
  unreadableFolders: number;
  /** False where sheets may be missing: one that is not listed may still lie there. */
  isWhole: boolean;
};

/**
 * Reads which sheets lie in a workspace or folder, and in its subfolders: one call for each of them, and one more for every
 * thousand items. A subfolder that cannot be read stops nothing. Throws `place_not_found`, `too_many_folders`, and what
 * Smartsheet refuses.
 */
export async function browsePlace(
  client: SmartsheetClient,
  input: { place: Place; includesSubfolders: boolean; signal?: AbortSignal | undefined },
): Promise<PlaceTree> {
  const { place, includesSubfolders, signal } = input;
  const sheets = new Map<string, ListedSheet>();
  const waiting: Place[] = [place];
  const known = new Set([place.id]);
  const tree = { folders: 0, unreadableFolders: 0, isWhole: true };
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const children = await readChildren(client, { place: next, isRoot: next === place, signal });
    if (children === null) {
      tree.unreadableFolders += 1;
      tree.isWhole = false;
      continue;
    }
    tree.folders += 1;
    tree.isWhole &&= children.isWhole;
    for (const sheet of children.sheets) sheets.set(sheet.id, sheet);
    if (!includesSubfolders) break;
    for (const { kind, id } of children.folders) {
      if (!known.has(id)) waiting.push({ kind, id });
      known.add(id);
    }
    if (known.size > maxRuleFolders) throw new AppError('too_many_folders');
  }
  const inOrder = [...sheets.values()].sort((one, other) => oldestFirst(toOrder(one), toOrder(other)));
  const isCut = inOrder.length > maxRuleSheets;
  return { ...tree, sheets: inOrder.slice(0, maxRuleSheets), isWhole: tree.isWhole && !isCut };
}

function toOrder({ id: sheetId, createdAt: sheetCreatedAt }: ListedSheet) {
  return { sheetId, sheetCreatedAt };
}

/** Returns what lies in one place; null for a subfolder that cannot be read. */
async function readChildren(
  client: SmartsheetClient,
  { place, isRoot, signal }: { place: Place; isRoot: boolean; signal?: AbortSignal | undefined },
) {
  try {
    return await client.places.children({ place, signal });
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    if (isRoot && error.reason === 'not_found') throw new AppError('place_not_found', { cause: error });
    const concernsAll = error.class === 'needs_user' || error.reason === 'rate_limited';
    if (isRoot || concernsAll) throw error;
    return null;
  }
}

/** Returns the names that the place of a rule and its workspace have now; those that are known where they cannot be read. */
export async function readPlaceNames(
  client: SmartsheetClient,
  rule: Rule,
): Promise<Pick<Rule, 'placeName' | 'workspaceName'>> {
  const { placeKind: kind, placeId: id, placeName, workspaceId, workspaceName } = rule;
  const workspace = workspaceId === null ? null : ({ kind: 'workspace', id: workspaceId } as const);
  return {
    placeName: await readName(client, { kind, id }, placeName),
    workspaceName: workspace ? await readName(client, workspace, workspaceName) : workspaceName,
  };
}

async function readName<Known>(
  client: SmartsheetClient,
  place: Place,
  known: Known,
): Promise<string | Known> {
  try {
    return (await client.places.metadata({ place })).name;
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    return known;
  }
}
