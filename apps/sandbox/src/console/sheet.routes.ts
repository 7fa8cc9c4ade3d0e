import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findSheet } from './find-sheet.ts';
import { toOverview, toRowViews, toSheetView } from './sheet.view.ts';

const window = z.object({
  from: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(500).default(100),
});

/** Serves what the page reads: the accounts and sheets, one sheet, a range of its rows. */
export function sheetRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { state } = deps;
  app.get('/api/console/overview', async () => toOverview(state));
  app.get('/api/console/sheets/:id', async ({ params }) =>
    toSheetView(findSheet(deps, params).sheet, state.accounts),
  );
  app.get('/api/console/sheets/:id/rows', async ({ params, query }) =>
    toRowViews(findSheet(deps, params).sheet, state.accounts, window.parse(query)),
  );
}
