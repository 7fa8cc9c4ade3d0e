import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import { reportColumnSchema } from './columns.wire.ts';
import type { Row } from './rows.wire.ts';
import { accessLevel } from './sheets.wire.ts';
import { wireCount, wireFlag, wireId, wireName, wireText } from './wire.ts';

const common = {
  id: wireId,
  name: wireName,
  accessLevel,
  permalink: wireText,
  /** It shows summary fields of sheets, and has no rows to read. */
  isSummaryReport: wireFlag,
};

/** One report of "List Reports". */
export const reportSummarySchema = z.object(common);

export type ReportSummary = z.output<typeof reportSummarySchema>;

const sourceSheet = z.object({ id: wireId, name: wireName });

export const reportSchema = z.object({
  ...common,
  /** Rows of the whole report that the user may see, not of this answer. */
  totalRowCount: wireCount,
  columns: z.array(reportColumnSchema),
  /** The sheets behind it that the user has access to; null where they were not asked for. */
  sourceSheets: z
    .array(sourceSheet)
    .nullish()
    .transform((sheets) => sheets ?? null),
  /** Made by `createRowsBody`; the columns of cells are those of the report. */
  rows: z.custom<Row[]>(Array.isArray),
  /** False when the answer had no list of rows, or something in it that is no row. */
  hasReadableRows: z.boolean(),
});

/** One report of "Get Report". It has no version: that it is as before cannot be told without its rows. */
export type Report = z.output<typeof reportSchema> & {
  /** The columns of sheets whose cells were read, by the column of the report that shows them. */
  origins: ReadonlyMap<string, ReadonlySet<string>>;
};

export type ListReports = CallOptions & {
  /** Pages that are read where the list does not come as a whole; default 50. */
  maxPages?: number | undefined;
};

export type ReportList = {
  reports: ReportSummary[];
  /** False when reports are missing: fewer came than there are, or the pages were used up. */
  isWhole: boolean;
};

export type GetReport = CallOptions & {
  reportId: string;
  /** 1-based page of rows. */
  page?: number | undefined;
  /** Rows per page; at most 10,000 come in one answer. Default 10,000. */
  pageSize?: number | undefined;
};

export type GetWholeReport = Omit<GetReport, 'page' | 'pageSize'> & {
  /** A report with more rows than this is refused. */
  maxRows: number;
};
