import type { CallOptions } from './call-options.ts';
import { checkedId } from './exact-json.ts';
import {
  childrenSchema,
  type ListChildren,
  type ListedPlace,
  type ListWorkspaces,
  metadataSchema,
  type Place,
  type PlaceChildren,
  workspacesSchema,
} from './places.wire.ts';
import type { Request } from './request.ts';

/** Items that are asked for in one call; Smartsheet may send fewer. It takes hundreds. */
const pageSize = 1_000;

/** Enough for 10,000 items of one place. */
const defaultMaxPages = 10;

/** Creates the calls about workspaces and folders. */
export function placesCalls(request: Request) {
  return {
    /** The workspaces that the user can see. Scope READ_SHEETS. ("List Workspaces") */
    workspaces: async ({
      maxPages = defaultMaxPages,
      ...options
    }: ListWorkspaces = {}): Promise<{ workspaces: ListedPlace[]; isWhole: boolean }> => {
      const { items, isWhole } = await readPages(maxPages, (lastKey) =>
        request({
          operation: 'workspaces.list',
          method: 'GET',
          path: '/workspaces',
          query: pageQuery(lastKey),
          reply: workspacesSchema,
          options,
        }),
      );
      return { workspaces: items, isWhole };
    },

    /**
     * The folders and sheets that lie in a workspace or folder itself, in one call for a thousand of them. Scope READ_SHEETS.
     * Throws `not_found` when it is gone or no longer shared with the user. ("List Workspace Children", "List Folder Children")
     */
    children: async ({
      place,
      maxPages = defaultMaxPages,
      ...options
    }: ListChildren): Promise<PlaceChildren> => {
      const { items, isWhole } = await readPages(maxPages, (lastKey) =>
        request({
          operation: `${place.kind}s.children`,
          method: 'GET',
          path: `${toPath(place)}/children`,
          query: { ...pageQuery(lastKey), childrenResourceTypes: ['sheets', 'folders'] },
          reply: childrenSchema,
          options,
        }),
      );
      return {
        folders: items.flatMap((item) => ('folder' in item ? [item.folder] : [])),
        sheets: items.flatMap((item) => ('sheet' in item ? [item.sheet] : [])),
        isWhole,
      };
    },

    /** The name of a workspace or folder. Scope READ_SHEETS. ("Get Workspace Metadata", "Get Folder Metadata") */
    metadata: ({ place, ...options }: CallOptions & { place: Place }) =>
      request({
        operation: `${place.kind}s.metadata`,
        method: 'GET',
        path: `${toPath(place)}/metadata`,
        reply: metadataSchema,
        options,
      }),
  };
}

function toPath({ kind, id }: Place): string {
  return `/${kind}s/${checkedId(id)}`;
}

function pageQuery(lastKey: string | null) {
  return { maxItems: pageSize, paginationType: 'token', lastKey: lastKey ?? undefined };
}

/** Follows the tokens of a list. A token that comes again ends it: the list would never end. */
async function readPages<Item>(
  maxPages: number,
  load: (lastKey: string | null) => Promise<{ data: Item[]; lastKey: string | null }>,
): Promise<{ items: Item[]; isWhole: boolean }> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let key: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: { data: Item[]; lastKey: string | null } = await load(key);
    items.push(...page.data);
    if (page.lastKey === null) return { items, isWhole: true };
    if (seen.has(page.lastKey)) break;
    seen.add(page.lastKey);
    key = page.lastKey;
  }
  return { items, isWhole: false };
}
