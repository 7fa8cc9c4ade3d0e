import { endpoints, incompleteListHeader } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { listReportColumns, listReports } from './reports.ts';
import { listColumns, listSheets } from './sheets.ts';

/** Adds the routes that list what a person can choose: sheets and reports, and their columns. */
export function sheetRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { sheets, reports } = endpoints;

  route(sheets.list)(async ({ caller, reply }) => {
    await consumeTry(context.throttles.sheets, caller.user.id);
    const { sheets: listed, incompleteOf } = await listSheets(context, caller.user.id);
    if (incompleteOf !== undefined) reply.header(incompleteListHeader, incompleteOf ?? 'unknown');
    return listed;
  });

  route(sheets.columns)(async ({ caller, params, query }) => {
    await consumeTry(context.throttles.columns, caller.user.id);
    return listColumns(context, { userId: caller.user.id, sheetId: params.id, editedId: query.automationId });
  });

  route(reports.list)(async ({ caller, reply }) => {
    await consumeTry(context.throttles.sheets, caller.user.id);
    const { reports: listed, isWhole } = await listReports(context, caller.user.id);
    if (!isWhole) reply.header(incompleteListHeader, 'unknown');
    return listed;
  });

  route(reports.columns)(async ({ caller, params }) => {
    await consumeTry(context.throttles.columns, caller.user.id);
    return listReportColumns(context, { userId: caller.user.id, reportId: params.id });
  });
}
