import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { refuse } from '../smartsheet/errors.ts';
import { addRows } from '../smartsheet/rows/rows.add.ts';
import { deleteRows } from '../smartsheet/rows/rows.delete.ts';
import { updateRows } from '../smartsheet/rows/rows.update.ts';
import { deleteSheet, renameSheet, shareSheet } from '../smartsheet/sheets/sheets.edit.ts';
import { cellRequest } from './cell.edit.ts';
import { sheetTarget } from './edit.target.ts';

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

/** What the page writes goes through the provider's own rules, as a call by the sheet's owner. */
export function editRoutes(app: FastifyInstance, parts: Parts): void {
  app.put('/api/console/sheets/:id/cells', async ({ params, body }, reply) => {
    const { sheet, actor } = sheetTarget(parts, params);
    const { rowId, columnId, value } = cell.parse(body);
    const column = sheet.columns.find((one) => one.id === columnId);
    if (!column) throw refuse(1006);
    updateRows(parts, { sheet, actor, body: { id: rowId, cells: [cellRequest(column, value)] } });
    return reply.code(204).send();
  });

  app.post('/api/console/sheets/:id/rows', async ({ params }, reply) => {
    const { done } = addRows(parts, { ...sheetTarget(parts, params), body: { toBottom: true, cells: [] } });
    return reply.code(201).send({ id: String(done[0]?.id) });
  });

  app.delete('/api/console/sheets/:id/rows', async ({ params, body }, reply) => {
    const ids = rowIds.parse(body).rowIds;
    deleteRows(parts, { ...sheetTarget(parts, params), ids, ignoreRowsNotFound: true });
    return reply.code(204).send();
  });

  app.patch('/api/console/sheets/:id', async ({ params, body }, reply) => {
    renameSheet(parts, { ...sheetTarget(parts, params), name: name.parse(body).name.trim() });
    return reply.code(204).send();
  });

  app.delete('/api/console/sheets/:id', async ({ params }, reply) => {
    deleteSheet(parts, sheetTarget(parts, params).sheet);
    return reply.code(204).send();
  });

  app.put('/api/console/sheets/:id/shares', async ({ params, body }, reply) => {
    const { sheet } = sheetTarget(parts, params);
    const { email, access } = share.parse(body);
    const account = [...parts.state.accounts.values()].find((one) => one.email === email);
    if (!account) throw refuse(1006);
    shareSheet(parts, { sheet, accountId: account.id, access });
    return reply.code(204).send();
  });
}
