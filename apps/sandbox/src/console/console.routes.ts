import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { columnRoutes } from './columns.routes.ts';
import { editRoutes } from './edit.routes.ts';
import { registerErrorHandler } from './error-messages.ts';
import { eventRoutes } from './events.routes.ts';
import { pageRoutes } from './page.routes.ts';
import { sheetRoutes } from './sheet.routes.ts';

/** Registers the console's page and the routes it calls. */
export function registerConsole(app: FastifyInstance, deps: SandboxDeps): void {
  pageRoutes(app, deps.config.CONSOLE_DIST);
  app.register(async (scope) => {
    registerErrorHandler(scope);
    eventRoutes(scope, deps);
    sheetRoutes(scope, deps);
    editRoutes(scope, deps);
    columnRoutes(scope, deps);
  });
}
