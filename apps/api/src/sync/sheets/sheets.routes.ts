import { endpoints, incompleteListHeader } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { takeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { createSheetThrottles, type SheetThrottleDeps } from './sheet-throttles.ts';
import { listColumns, listSheets, type SheetDeps } from './sheets.ts';

export function sheetRoutes(app: FastifyInstance, deps: SheetDeps & SheetThrottleDeps): void {
  const route = serve(app);
  const throttles = createSheetThrottles(deps);

  route(endpoints.sheets.list)(async ({ caller, reply }) => {
    await takeTry(throttles.sheets, caller.user.id);
    const { sheets, incompleteOf } = await listSheets(caller.user.id, deps);
    if (incompleteOf !== undefined) reply.header(incompleteListHeader, incompleteOf ?? 'unknown');
    return sheets;
  });

  route(endpoints.sheets.columns)(async ({ caller, params, query }) => {
    await takeTry(throttles.columns, caller.user.id);
    return listColumns({ userId: caller.user.id, sheetId: params.id, editedId: query.automationId }, deps);
  });
}
