import { type Report, type ReportColumns, reportRefusals } from '@picksync/contracts';
import { compareNames } from '../../base/compare-names.ts';
import type { Context } from '../../base/context.ts';
import { toPermalinkAt, withSmartsheet } from '../smartsheet/with-smartsheet.ts';

/** Returns the reports that the user can see, sorted by name, as far as Smartsheet lists them. */
export async function listReports(
  context: Context,
  userId: string,
): Promise<{ reports: Report[]; isWhole: boolean }> {
  const { list, origin } = await withSmartsheet(context, userId, async (client, { region }) => ({
    list: await client.reports.list(),
    origin: context.smartsheet.originOf(region),
  }));
  const reports = list.reports
    .map(({ id, name, permalink, isSummaryReport }) => ({
      id,
      name,
      permalink: toPermalinkAt(origin, permalink),
      selectable: !isSummaryReport,
      reason: isSummaryReport ? reportRefusals.summary : null,
    }))
    .sort((one, other) => compareNames(one.name, other.name));
  return { reports, isWhole: list.isWhole };
}

/** Returns the columns of one report, read from Smartsheet with a single row, and how much it reads. */
export async function listReportColumns(
  context: Context,
  { userId, reportId }: { userId: string; reportId: string },
): Promise<ReportColumns> {
  const { columns, totalRowCount, sourceSheets } = await withSmartsheet(context, userId, (client) =>
    client.reports.get({ reportId, page: 1, pageSize: 1 }),
  );
  return {
    columns: columns.map(({ id, title, type, isSheetName }) => ({
      id,
      title,
      type,
      selectable: !isSheetName,
      reason: isSheetName ? reportRefusals.sheetName : null,
    })),
    rowCount: totalRowCount,
    sheetCount: sourceSheets?.length ?? null,
  };
}
