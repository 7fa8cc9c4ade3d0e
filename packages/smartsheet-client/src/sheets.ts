import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import { SmartsheetError } from './errors.ts';
import { checkedId } from './exact-json.ts';
import { countedListAnswer, eachPage, type ListAnswer, type ListPlace } from './list-pages.ts';
import { type RowPage, readWhole } from './read-whole.ts';
import type { QueryValue, Request } from './request.ts';
import { createRowsBody } from './rows.body.ts';
import { collectSheets, isIn, listQuery, readListBody } from './sheets.list.ts';
import {
  type FoundVersions,
  type GetSheet,
  type GetWholeSheet,
  type ListSheets,
  listedVersionSchema,
  type Sheet,
  type SheetVersions,
  sheetSchema,
  sheetSummarySchema,
  versionSchema,
} from './sheets.wire.ts';

const summariesSchema = countedListAnswer(sheetSummarySchema);
const listedVersionsSchema = countedListAnswer(listedVersionSchema);

/** Creates the calls about sheets. */
export function sheetsCalls(request: Request) {
  const readVersion = ({ sheetId, ...options }: CallOptions & { sheetId: string }) =>
    request({
      operation: 'sheets.version',
      method: 'GET',
      path: `/sheets/${checkedId(sheetId)}/version`,
      reply: versionSchema,
      options,
    });

  return {
    /**
     * All sheets the user can see, with versions where Smartsheet sends them. One call, unless Smartsheet sends the list in
     * pages. Scope READ_SHEETS. ("List Sheets")
     */
    list: ({ maxPages, ...options }: ListSheets = {}) =>
      collectSheets(
        (place) => request({ ...listCall(place, () => true), reply: summariesSchema, options }),
        maxPages,
      ),

    /** The versions of these sheets, by their ids, in one call where Smartsheet sends the whole list. */
    versions: ({ sheetIds, maxCalls, ...options }: SheetVersions) => {
      const isWanted = isIn(new Set(sheetIds));
      return findVersions({
        sheetIds,
        maxCalls,
        load: (place) => request({ ...listCall(place, isWanted), reply: listedVersionsSchema, options }),
        readVersion: (sheetId) => readVersion({ ...options, sheetId }),
      });
    },

    /** The first sheet that Smartsheet lists, to find out whether the user's sheets may be read. */
    probe: async (options: CallOptions = {}): Promise<void> => {
      const query = { page: 1, pageSize: 1 };
      const reply = z.unknown();
      await request({ operation: 'sheets.list', method: 'GET', path: '/sheets', query, reply, options });
    },

    /**
     * One sheet with its columns and the rows that are asked for. Scope READ_SHEETS. Throws `not_found` when it is gone
     * or no longer shared with the user. ("Get Sheet")
     */
    get: (input: GetSheet) => getSheet(request, input),

    /**
     * As `get`, with every row of the sheet or not at all: pages are followed. Throws `incomplete` (class `retry`) when
     * the answer has fewer rows than it says, none, or one of them twice.
     */
    getWhole: (input: GetWholeSheet) => readWholeSheet((page) => getSheet(request, { ...input, ...page })),

    /** The sheet's version. Scope READ_SHEETS. ("Get Sheet Version") */
    version: readVersion,
  };
}

/** Returns the call that reads a place of the list of all sheets, and keeps of it what is wanted. */
function listCall(place: ListPlace, isWanted: (item: unknown) => boolean) {
  const readBody = readListBody(isWanted);
  return {
    operation: 'sheets.list',
    method: 'GET',
    path: '/sheets',
    query: listQuery(place),
    readBody,
  } as const;
}

function getSheet(request: Request, input: GetSheet): Promise<Sheet> {
  return request({
    operation: 'sheets.get',
    method: 'GET',
    path: `/sheets/${checkedId(input.sheetId)}`,
    query: sheetQuery(input),
    reply: sheetSchema,
    readBody: readSheetBody,
    options: input,
  });
}

function sheetQuery(input: GetSheet): Record<string, QueryValue> {
  return {
    columnIds: input.columnIds?.map(checkedId),
    rowIds: input.rowIds?.map(checkedId),
    level: input.level ?? 2,
    include: input.include ?? ['objectValue'],
    exclude: input.exclude,
    page: input.page,
    pageSize: input.pageSize,
  };
}

/** Reads the answer of "Get Sheet", as `createRowsBody` says. */
export const readSheetBody = createRowsBody();

/**
 * Returns a sheet with as many rows as it says it has. Smartsheet answers all rows at once unless it is asked for pages;
 * should it send a part, the rest is fetched page by page. Throws `incomplete` when the rows do not come to a whole.
 */
export function readWholeSheet(load: (page?: RowPage) => Promise<Sheet>): Promise<Sheet> {
  return readWhole({ load, operation: 'sheets.get', isSame: (one, other) => one.version === other.version });
}

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
async function findVersions({ maxCalls = 40, ...search }: VersionSearch): Promise<FoundVersions> {
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
