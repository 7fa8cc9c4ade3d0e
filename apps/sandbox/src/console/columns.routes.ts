import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { addColumns, deleteColumn, updateColumn } from '../smartsheet/columns/columns.ts';
import { findColumn, findSheet } from './find-sheet.ts';

const added = z.strictObject({ title: z.string().min(1), type: z.string() });
const changed = z.strictObject({
  title: z.string().min(1).optional(),
  type: z.string().optional(),
  options: z.array(z.string()).optional(),
  validation: z.boolean().optional(),
  locked: z.boolean().optional(),
});

/** Adds, updates and deletes columns for the page, by the same rules as the API and as the sheet's owner. */
export function columnRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  app.post('/api/console/sheets/:id/columns', async ({ params, body }, reply) => {
    const { title, type } = added.parse(body);
    const isDropdown = type === 'PICKLIST' || type === 'MULTI_PICKLIST';
    const column = { title, type, ...(isDropdown ? { options: [] } : {}) };
    const done = addColumns(deps, { ...findSheet(deps, params), body: column });
    return reply.code(201).send({ id: String(done.added[0]?.id) });
  });

  app.patch('/api/console/sheets/:id/columns/:columnId', async ({ params, body }, reply) => {
    const context = findColumn(deps, params);
    const change = changed.parse(body);
    // Smartsheet requires the type with the options; the page only sends what changes.
    const type = change.type ?? (change.options ? context.column.type : undefined);
    updateColumn(deps, { ...context, body: { ...change, ...(type === undefined ? {} : { type }) } });
    return reply.code(204).send();
  });

  app.delete('/api/console/sheets/:id/columns/:columnId', async ({ params }, reply) => {
    deleteColumn(deps, findColumn(deps, params));
    return reply.code(204).send();
  });
}
