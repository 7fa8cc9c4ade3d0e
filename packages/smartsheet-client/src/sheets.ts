import * as z from 'zod';
import { checkedId } from './exact-json.ts';
import type { CallOptions } from './operations.ts';
import { countedListAnswer, type ListPlace } from './pages.ts';
import type { QueryValue } from './request.query.ts';
import type { Request } from './request.ts';
import { readSheetBody } from './sheets.body.ts';
import { collectSheets, isOneOf, listQuery, readListBody } from './sheets.list.ts';
import type { GetSheet, GetWholeSheet, ListSheets, Sheet, SheetVersions } from './sheets.types.ts';
import { findVersions } from './sheets.versions.ts';
import { listedVersionSchema, sheetSchema, sheetSummarySchema, versionSchema } from './sheets.wire.ts';
import { readWholeSheet } from './whole-sheet.ts';

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
      collectSheets({
        maxPages,
        load: (place) => request({ ...listCall(place, () => true), reply: summariesSchema, options }),
      }),

    /** The versions of these sheets, by their ids, in one call where Smartsheet sends the whole list. */
    versions: ({ sheetIds, maxCalls, ...options }: SheetVersions) => {
      const isWanted = isOneOf(new Set(sheetIds));
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
