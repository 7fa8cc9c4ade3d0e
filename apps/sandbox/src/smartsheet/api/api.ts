import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../parts.ts';
import type { CallLog } from '../../tools/call-log.ts';
import { columnsRoutes } from '../columns/columns.routes.ts';
import { tokenRoutes } from '../oauth/token.routes.ts';
import { rowsRoutes } from '../rows/rows.routes.ts';
import { sheetsRoutes } from '../sheets/sheets.routes.ts';
import { usersRoutes } from '../users/users.routes.ts';
import { webhooksRoutes } from '../webhooks/webhooks.routes.ts';
import { readBodies } from './body.ts';
import { answerErrors } from './error.reply.ts';
import { createGate } from './gate.ts';
import type { RateLimit } from './rate-limit.ts';
import { createServe } from './serve.ts';
import { createWriteLock } from './write-lock.ts';

/** Smartsheet's API 2.0 under its own prefix, with bodies and errors of its own. */
export function registerApi(
  app: FastifyInstance,
  { parts, calls, limit }: { parts: Parts; calls: CallLog; limit: RateLimit },
): void {
  app.register(
    async (api) => {
      readBodies(api);
      answerErrors(api, parts);
      const serve = createServe(api, createGate({ parts, calls, limit, locks: createWriteLock() }));
      tokenRoutes(serve, parts);
      usersRoutes(serve);
      sheetsRoutes(serve, parts);
      columnsRoutes(serve, parts);
      rowsRoutes(serve, parts);
      webhooksRoutes(serve, parts);
    },
    { prefix: '/2.0' },
  );
}
