import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, smartsheetIdField } from './fields.ts';

/** Why a report or one of its columns cannot be a source; the sentence stands beside the disabled choice. */
export const reportRefusals = {
  summary: 'A summary report has no rows to read',
  sheetName: 'Added by the report, no cell of a sheet',
} as const;

export const report = z.object({
  id: z.string(),
  name: z.string(),
  /** Where Smartsheet shows it; null where that is not known. */
  permalink: z.url().nullable(),
  /** Whether it may be a source. */
  selectable: z.boolean(),
  /** Why it may not, fit to show; null when it may. */
  reason: z.string().nullable(),
});

export const reportColumn = z.object({
  /** The report's own: columns of its sheets have others. */
  id: z.string(),
  title: z.string(),
  /** Smartsheet's own word, e.g. `TEXT_NUMBER`, `PICKLIST`, `MULTI_PICKLIST`. */
  type: z.string(),
  /** Whether it may be the source column; filters and labels may use every column. */
  selectable: z.boolean(),
  /** Why it may not, fit to show; null when it may. */
  reason: z.string().nullable(),
});

export const reportColumns = z.object({
  columns: z.array(reportColumn),
  /** Rows that the user sees in it. */
  rowCount: count,
  /** Sheets that it reads and that the user has access to; null where Smartsheet does not say. */
  sheetCount: count.nullable(),
});

export type Report = z.output<typeof report>;
export type ReportColumns = z.output<typeof reportColumns>;

export const reportEndpoints = {
  /** Every report the user can see, as far as Smartsheet lists them, read live, sorted by name. */
  list: endpoint('GET', '/api/smartsheet/reports', {
    reply: z.array(report),
    partial: true,
    access: 'user',
    programs: 'read',
  }),
  /** The columns of one report, in its order, and how much it reads. */
  columns: endpoint('GET', '/api/smartsheet/reports/:id/columns', {
    params: z.strictObject({ id: smartsheetIdField() }),
    reply: reportColumns,
    access: 'user',
    programs: 'read',
  }),
};
