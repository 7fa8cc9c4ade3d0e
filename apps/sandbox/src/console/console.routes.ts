import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { columnRoutes } from './column.routes.ts';
import { editRoutes } from './edit.routes.ts';
import { eventRoutes } from './events.routes.ts';
import { pageRoutes } from './page.routes.ts';
import { explainRefusals } from './refusal.ts';
import { sheetRoutes } from './sheet.routes.ts';

/** The console page and the calls it makes. */
export function registerConsole(app: FastifyInstance, parts: Parts): void {
  pageRoutes(app);
  app.register(async (scope) => {
    explainRefusals(scope);
    eventRoutes(scope, parts);
    sheetRoutes(scope, parts);
    editRoutes(scope, parts);
    columnRoutes(scope, parts);
  });
}
