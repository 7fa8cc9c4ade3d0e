import { endpoints, incompleteListHeader } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { toOauthHelp } from '../../base/smartsheet/smartsheet-app.ts';
import { consumeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { listReportColumns, listReports } from '../sheets/reports.ts';
import { listColumns, listSheets } from '../sheets/sheets.ts';
import { finishConnection, lookAtAccount, startConnection } from './connection.ts';
import { disconnect } from './disconnect.ts';

export function connectionRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { connection, sheets, reports } = endpoints;

  route(connection.start)(async ({ caller, query }) => {
    const session = { userId: caller.user.id, sessionId: caller.session.id };
    return { authUrl: await startConnection(context, session, query.region) };
  });

  route(connection.callback)(async ({ caller, query, request, reply }) => {
    if (!caller?.user.isVerified) return reply.redirect('/login');
    const session = { userId: caller.user.id, sessionId: caller.session.id, ipAddress: request.ip };
    const { outcome, cause } = await finishConnection(context, session, query);
    if (outcome === 'failed') request.log.error({ err: cause }, 'connecting Smartsheet failed');
    return reply.redirect(`/dashboard?connection=${outcome}`);
  });

  route(connection.disconnect)(async ({ caller, request }) => {
    const failure = await disconnect(context, { userId: caller.user.id, ipAddress: request.ip });
    if (failure) request.log.warn({ err: failure }, 'a Smartsheet token could not be ended');
    return { message: 'You have been disconnected from Smartsheet' };
  });

  route(connection.look)(async ({ caller }) => ({
    hasChanged: await lookAtAccount(context, caller.user.id),
  }));

  route(connection.debug)(() => toOauthHelp(context.smartsheet.app));

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
