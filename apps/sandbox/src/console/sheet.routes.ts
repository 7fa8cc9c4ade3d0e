import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findSheet } from './find-sheet.ts';
import { rowsView, sheetSummary, sheetView } from './sheet.view.ts';

const maxRows = 500;

const window = z.object({
  from: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(maxRows).default(100),
});

/** Serves what the page reads: the accounts and sheets, one sheet, a range of its rows. */
export function sheetRoutes(app: FastifyInstance, { state }: SandboxDeps): void {
  const names = new Intl.Collator('en', { numeric: true });
  app.get('/api/console/overview', async () => ({
    accounts: [...state.accounts.values()].map(({ email, firstName, lastName, licensed }) => ({
      email,
      name: `${firstName} ${lastName}`,
      licensed: licensed !== false,
    })),
    sheets: [...state.sheets.values()]
      .map((sheet) => sheetSummary(sheet, state.accounts))
      .sort((a, b) => names.compare(a.name, b.name)),
  }));

  app.get('/api/console/sheets/:id', async ({ params }) =>
    sheetView(findSheet({ state }, params).sheet, state.accounts),
  );
  app.get('/api/console/sheets/:id/rows', async ({ params, query }) =>
    rowsView(findSheet({ state }, params).sheet, state.accounts, window.parse(query)),
  );
}
