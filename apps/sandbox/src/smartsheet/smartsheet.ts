import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { registerBodyParsers } from './api/body-parsers.ts';
import type { CallLog } from './api/call-log.ts';
import { registerErrorHandlers } from './api/envelope.ts';
import { createOperationRouter } from './api/operation-router.ts';
import type { RateLimit } from './api/rate-limit.ts';
import { columnsRoutes } from './columns/columns.routes.ts';
import { authorizeRoutes } from './oauth/authorize.routes.ts';
import { tokenRoutes } from './oauth/token.routes.ts';
import { rowsRoutes } from './rows/rows.routes.ts';
import { sheetsRoutes } from './sheets/sheets.routes.ts';
import { usersRoutes } from './users/users.routes.ts';
import { webhooksRoutes } from './webhooks/webhooks.routes.ts';

/** Registers the Smartsheet stand-in: the page that asks a person for permission, and the API 2.0. */
export function registerSmartsheet(
  app: FastifyInstance,
  { deps, calls, limit }: { deps: SandboxDeps; calls: CallLog; limit: RateLimit },
): void {
  app.register(async (pages) => authorizeRoutes(pages, deps));
  app.register(
    async (api) => {
      registerBodyParsers(api);
      registerErrorHandlers(api, deps);
      const addOperation = createOperationRouter(api, { deps, calls, limit });
      tokenRoutes(addOperation, deps);
      usersRoutes(addOperation);
      sheetsRoutes(addOperation, deps);
      columnsRoutes(addOperation, deps);
      rowsRoutes(addOperation, deps);
      webhooksRoutes(addOperation, deps);
    },
    { prefix: '/2.0' },
  );
}
