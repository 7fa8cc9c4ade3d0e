import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findAccount } from '../smartsheet/access.ts';
import { apiError } from '../smartsheet/errors.ts';
import { addRows, deleteRows, updateRows } from '../smartsheet/rows/rows.ts';
import { deleteSheet, renameSheet, shareSheet } from '../smartsheet/sheets/sheets.ts';
import { cellRequest } from './cell.request.ts';
import { findSheet } from './find-sheet.ts';

const id = z.coerce.number().int();
const cell = z.strictObject({
  rowId: id,
  columnId: id,
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
});
const rowIds = z.strictObject({ rowIds: z.array(id).min(1) });
const name = z.strictObject({ name: z.string() });
const share = z.strictObject({
  email: z.string(),
  access: z.enum(['VIEWER', 'COMMENTER', 'EDITOR', 'EDITOR_SHARE', 'ADMIN']).nullable(),
});

/** Edits cells, rows and sheets for the page, by the same rules as the API and as the sheet's owner. */
export function editRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  app.put('/api/console/sheets/:id/cells', async ({ params, body }, reply) => {
    const { sheet, actor } = findSheet(deps, params);
    const { rowId, columnId, value } = cell.parse(body);
    const column = sheet.columns.find((one) => one.id === columnId);
    if (!column) throw apiError(1006);
    updateRows(deps, { sheet, actor, body: { id: rowId, cells: [cellRequest(column, value)] } });
    return reply.code(204).send();
  });

  app.post('/api/console/sheets/:id/rows', async ({ params }, reply) => {
    const { done } = addRows(deps, { ...findSheet(deps, params), body: { toBottom: true, cells: [] } });
    return reply.code(201).send({ id: String(done[0]?.id) });
  });

  app.delete('/api/console/sheets/:id/rows', async ({ params, body }, reply) => {
    const ids = rowIds.parse(body).rowIds;
    deleteRows(deps, { ...findSheet(deps, params), ids, ignoreRowsNotFound: true });
    return reply.code(204).send();
  });

  app.patch('/api/console/sheets/:id', async ({ params, body }, reply) => {
    renameSheet(deps, { ...findSheet(deps, params), name: name.parse(body).name.trim() });
    return reply.code(204).send();
  });

  app.delete('/api/console/sheets/:id', async ({ params }, reply) => {
    deleteSheet(deps, findSheet(deps, params).sheet);
    return reply.code(204).send();
  });

  app.put('/api/console/sheets/:id/shares', async ({ params, body }, reply) => {
    const { sheet } = findSheet(deps, params);
    const { email, access } = share.parse(body);
    const account = findAccount(deps.state, email);
    shareSheet(deps, { sheet, accountId: account.id, access });
    return reply.code(204).send();
  });
}
