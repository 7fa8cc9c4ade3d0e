import { endpoints, incompleteListHeader } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { takeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { listColumns, listSheets } from './sheets.ts';

export function sheetRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);

  route(endpoints.sheets.list)(async ({ caller, reply }) => {
    await takeTry(context.throttles.sheets, caller.user.id);
    const { sheets, incompleteOf } = await listSheets(context, caller.user.id);
    if (incompleteOf !== undefined) reply.header(incompleteListHeader, incompleteOf ?? 'unknown');
    return sheets;
  });

  route(endpoints.sheets.columns)(async ({ caller, params, query }) => {
    await takeTry(context.throttles.columns, caller.user.id);
    return listColumns(context, { userId: caller.user.id, sheetId: params.id, editedId: query.automationId });
  });
}
