import * as z from 'zod';
import { checkedId } from './exact-json.ts';
import type { CallOptions } from './operations.ts';
import { eachPage } from './pages.ts';
import type { QueryValue } from './request.query.ts';
import type { Request } from './request.ts';
import { readSheetBody } from './sheets.body.ts';
import { isOneOf, readListBody } from './sheets.list.ts';
import type {
  GetSheet,
  GetWholeSheet,
  ListSheetPages,
  Sheet,
  SheetSummary,
  SheetVersions,
} from './sheets.types.ts';
import { listedVersionsSchema, sheetSchema, sheetSummarySchema, versionSchema } from './sheets.wire.ts';
import { readWholeSheet } from './whole-sheet.ts';

const sheetListSchema = z.object({ data: z.array(sheetSummarySchema) }).transform(({ data }) => data);

/** Creates the calls about sheets. */
export function sheetsCalls(request: Request) {
  return {
    /**
     * All sheets the user can see, with versions, in one call. Scope READ_SHEETS. ("List Sheets"; versions are not
     * to be combined with paging, so a list with versions is always whole.)
     */
    list: (options: CallOptions = {}) =>
      request({
        operation: 'sheets.list',
        method: 'GET',
        path: '/sheets',
        query: { includeAll: true, include: 'sheetVersion' },
        reply: sheetListSchema,
        readBody: readListBody(() => true),
        options,
      }),

    /**
     * The versions of these sheets, by their ids, in one call; sheets that the user cannot see are missing. It is the
     * same list, of which nothing else is kept.
     */
    versions: ({ sheetIds, ...options }: SheetVersions): Promise<Map<string, number | null>> =>
      request({
        operation: 'sheets.list',
        method: 'GET',
        path: '/sheets',
        query: { includeAll: true, include: 'sheetVersion' },
        reply: listedVersionsSchema,
        readBody: readListBody(isOneOf(new Set(sheetIds))),
        options,
      }),

    /** The same list page by page, without versions; for showing, where the first page should come soon. */
    pages: ({ pageSize = 100, maxPages = 100, ...options }: ListSheetPages = {}) =>
      eachPage<SheetSummary>({
        operation: 'sheets.list',
        pageSize,
        maxPages,
        load: (page) =>
          request({
            operation: 'sheets.list',
            method: 'GET',
            path: '/sheets',
            query: { page, pageSize },
            reply: sheetListSchema,
            options,
          }),
      }),

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
    version: ({ sheetId, ...options }: CallOptions & { sheetId: string }) =>
      request({
        operation: 'sheets.version',
        method: 'GET',
        path: `/sheets/${checkedId(sheetId)}/version`,
        reply: versionSchema,
        options,
      }),
  };
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
