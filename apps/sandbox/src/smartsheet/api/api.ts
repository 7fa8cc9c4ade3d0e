import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../../deps.ts';
import { columnsRoutes } from '../columns/columns.routes.ts';
import { tokenRoutes } from '../oauth/token.routes.ts';
import { rowsRoutes } from '../rows/rows.routes.ts';
import { sheetsRoutes } from '../sheets/sheets.routes.ts';
import { usersRoutes } from '../users/users.routes.ts';
import { webhooksRoutes } from '../webhooks/webhooks.routes.ts';
import { registerBodyParsers } from './body-parsers.ts';
import type { CallLog } from './call-log.ts';
import { registerErrorHandlers } from './error-response.ts';
import { createOperationRouter } from './operation-router.ts';
import type { RateLimit } from './rate-limit.ts';
import { createRequestHooks } from './request-hooks.ts';
import { createWriteLock } from './write-lock.ts';

/** Registers Smartsheet's API 2.0 under `/2.0`, with its own body parsers and error responses. */
export function registerApi(
  app: FastifyInstance,
  { deps, calls, limit }: { deps: SandboxDeps; calls: CallLog; limit: RateLimit },
): void {
  app.register(
    async (api) => {
      registerBodyParsers(api);
      registerErrorHandlers(api, deps);
      const hooks = createRequestHooks({ deps, calls, limit, locks: createWriteLock() });
      const addOperation = createOperationRouter(api, hooks);
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
