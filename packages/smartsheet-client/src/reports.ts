import { SmartsheetError } from './errors.ts';
import { checkedId } from './exact-json.ts';
import { eachPage, type ListPlace, listAnswer } from './list-pages.ts';
import { type RowPage, readWhole } from './read-whole.ts';
import {
  type GetReport,
  type GetWholeReport,
  type ListReports,
  type Report,
  type ReportList,
  type ReportSummary,
  reportSchema,
  reportSummarySchema,
} from './reports.wire.ts';
import type { Request } from './request.ts';
import { createRowsBody } from './rows.body.ts';

const listSchema = listAnswer(reportSummarySchema);

/** The level at which reports show several contacts, and several choices, as what they are. */
const reportLevel = 3;

/** The most rows that Smartsheet sends of a report at once. */
const mostRows = 10_000;

/** Creates the calls about reports. */
export function reportsCalls(request: Request) {
  return {
    /** All reports the user can see, as far as Smartsheet lists them. Scope READ_SHEETS. ("List Reports") */
    list: async ({ maxPages = 50, ...options }: ListReports = {}): Promise<ReportList> => {
      const reports = new Map<string, ReportSummary>();
      let isWhole = false;
      const load = (place: ListPlace) =>
        request({
          operation: 'reports.list',
          method: 'GET',
          path: '/reports',
          query: listQuery(place),
          reply: listSchema,
          options,
        });
      for await (const page of eachPage({ first: { from: 'start' }, maxPages, load })) {
        for (const report of page.items) reports.set(report.id, report);
        isWhole = page.isWhole && reports.size >= (page.totalCount ?? 0);
      }
      return { reports: [...reports.values()], isWhole };
    },

    /**
     * One page of a report, with its columns and the sheets behind it. Scope READ_SHEETS. Throws `not_found` when it is gone or
     * no longer shared with the user. ("Get Report")
     */
    get: (input: GetReport) => getReport(request, input),

    /**
     * Every row of a report, as the user sees it, or nothing: pages are followed. Throws `too_many_rows` (class `configuration`)
     * above `maxRows`, and `incomplete` (class `retry`) when fewer rows came than it says, none, or one of them twice.
     */
    getWhole: ({ maxRows, ...input }: GetWholeReport) => {
      const origins: Origins = new Map();
      return readWhole({
        operation: 'reports.get',
        load: async (page?: RowPage) => {
          const report = await getReport(request, { ...input, ...page }, origins);
          if (report.totalRowCount > maxRows) throw tooManyRows(report);
          return report;
        },
        // A report has no version.
        isSame: (one, other) => one.totalRowCount === other.totalRowCount,
      });
    },
  };
}

type Origins = Map<string, Set<string>>;

/** Reads one page. Where its cells come from is added to `origins`. */
async function getReport(request: Request, input: GetReport, origins: Origins = new Map()): Promise<Report> {
  const onOrigin = (columnId: string, originId: string) => {
    const known = origins.get(columnId);
    if (known) known.add(originId);
    else origins.set(columnId, new Set([originId]));
  };
  const report = await request({
    operation: 'reports.get',
    method: 'GET',
    path: `/reports/${checkedId(input.reportId)}`,
    query: {
      level: reportLevel,
      include: ['objectValue', 'sourceSheets'],
      page: input.page ?? 1,
      pageSize: input.pageSize ?? mostRows,
    },
    reply: reportSchema,
    readBody: createRowsBody({ cellColumn: 'virtualColumnId', onOrigin }),
    options: input,
  });
  return { ...report, origins };
}

function listQuery(place: ListPlace) {
  if (place.from === 'page') return { page: place.page, pageSize: place.pageSize };
  return place.from === 'token' ? { lastKey: place.lastKey } : { includeAll: true };
}

function tooManyRows({ totalRowCount }: Report): SmartsheetError {
  const detail = `${totalRowCount} rows`;
  return new SmartsheetError({
    class: 'configuration',
    reason: 'too_many_rows',
    operation: 'reports.get',
    detail,
  });
}
