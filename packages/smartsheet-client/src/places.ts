import type { CallOptions } from './call-options.ts';
import { checkedId } from './exact-json.ts';
import { eachPage, type ListAnswer, type ListPlace } from './list-pages.ts';
import {
  childrenAnswer,
  type ListChildren,
  type ListedPlace,
  type ListWorkspaces,
  metadataSchema,
  type Place,
  type PlaceChildren,
  workspacesAnswer,
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
      const { items, isWhole } = await readAll(maxPages, (page) =>
        request({
          operation: 'workspaces.list',
          method: 'GET',
          path: '/workspaces',
          query: pageQuery(page),
          reply: workspacesAnswer,
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
      const { items, isWhole } = await readAll(maxPages, (page) =>
        request({
          operation: `${place.kind}s.children`,
          method: 'GET',
          path: `${toPath(place)}/children`,
          query: { ...pageQuery(page), childrenResourceTypes: ['sheets', 'folders'] },
          reply: childrenAnswer,
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

function pageQuery(page: ListPlace) {
  const lastKey = page.from === 'token' ? page.lastKey : undefined;
  return { maxItems: pageSize, paginationType: 'token', lastKey };
}

/** Reads a list to its end, as `eachPage` follows it. */
async function readAll<Item>(
  maxPages: number,
  load: (place: ListPlace) => Promise<ListAnswer<Item>>,
): Promise<{ items: Item[]; isWhole: boolean }> {
  const items: Item[] = [];
  let isWhole = false;
  for await (const page of eachPage({ first: { from: 'start' }, maxPages, load })) {
    items.push(...page.items);
    isWhole = page.isWhole;
  }
  return { items, isWhole };
}
