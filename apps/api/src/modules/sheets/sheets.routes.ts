import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SmartsheetDeps } from '../connection/with-smartsheet.ts';
import { listColumns, listSheets } from './sheets.ts';

export function sheetRoutes(app: FastifyInstance, deps: SmartsheetDeps): void {
  serve(app, endpoints.sheets.list)(({ caller }) => listSheets(caller.user.id, deps));

  serve(
    app,
    endpoints.sheets.columns,
  )(({ caller, params, query }) =>
    listColumns({ userId: caller.user.id, sheetId: params.id, editedId: query.automationId }, deps),
  );
}
