import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SmartsheetDeps } from '../connection/with-smartsheet.ts';
import { listColumns, listSheets } from './sheets.ts';

export function sheetRoutes(app: FastifyInstance, deps: SmartsheetDeps): void {
  const route = serve(app);
  route(endpoints.sheets.list)(({ caller }) => listSheets(caller.user.id, deps));

  route(endpoints.sheets.columns)(({ caller, params, query }) =>
    listColumns({ userId: caller.user.id, sheetId: params.id, editedId: query.automationId }, deps),
  );
}
