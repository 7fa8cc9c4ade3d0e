import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { findAccount } from '../smartsheet/access.ts';
import { addColumns, type ColumnContext, deleteColumn, updateColumn } from '../smartsheet/columns/columns.ts';
import { apiError } from '../smartsheet/errors.ts';
import { accessLevelsAscending, type Column, type Contact } from '../smartsheet/model.ts';
import { addRows, deleteRows, updateRows } from '../smartsheet/rows/rows.ts';
import type { SheetContext } from '../smartsheet/sheets/find-sheet.ts';
import { deleteSheet, renameSheet, shareSheet } from '../smartsheet/sheets/sheets.ts';
import { toOverview, toRowViews, toSheetView } from './sheet.view.ts';

export const id = z.coerce.number().int();
const sheetParams = z.object({ id });
const columnParams = z.object({ id, columnId: id });
const window = z.object({
  from: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(500).default(100),
});
const writtenCell = z.strictObject({
  rowId: id,
  columnId: id,
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
});
const rowIds = z.strictObject({ rowIds: z.array(id).min(1) });
const name = z.strictObject({ name: z.string() });
export const shareBody = z.strictObject({
  email: z.string(),
  access: z.enum(accessLevelsAscending).exclude(['OWNER']).nullable(),
});
const addedColumn = z.strictObject({ title: z.string().min(1), type: z.string() });
const changedColumn = z.strictObject({
  title: z.string().min(1).optional(),
  type: z.string().optional(),
  options: z.array(z.string()).optional(),
  /** Contacts as a person types them: `Ann Lee <ann@b.example>`. */
  contacts: z.array(z.string()).optional(),
  validation: z.boolean().optional(),
  locked: z.boolean().optional(),
});

export const sheetUrl = '/api/console/sheets/:id';
const columnUrl = `${sheetUrl}/columns/:columnId`;

/** Serves what the page reads: the accounts and sheets, one sheet, a range of its rows. */
export function sheetRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const { state } = deps;
  app.get('/api/console/overview', async () => toOverview(state));
  app.get(sheetUrl, async ({ params }) => toSheetView(findSheet(deps, params).sheet, state));
  app.get(`${sheetUrl}/rows`, async ({ params, query }) =>
    toRowViews(findSheet(deps, params).sheet, state.accounts, window.parse(query)),
  );
}

/** Edits cells, rows and sheets for the page, by the same rules as the API and as the sheet's owner. */
export function editRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  app.put(`${sheetUrl}/cells`, async ({ params, body }, reply) => {
    const { sheet, actor } = findSheet(deps, params);
    const { rowId, columnId, value } = writtenCell.parse(body);
    const column = sheet.columns.find((one) => one.id === columnId);
    if (!column) throw apiError(1006);
    updateRows(deps, { sheet, actor, body: { id: rowId, cells: [toCellRequest(column, value)] } });
    return reply.code(204).send();
  });

  app.post(`${sheetUrl}/rows`, async ({ params }, reply) => {
    const { done } = addRows(deps, { ...findSheet(deps, params), body: { toBottom: true, cells: [] } });
    return reply.code(201).send({ id: String(done[0]?.id) });
  });

  app.delete(`${sheetUrl}/rows`, async ({ params, body }, reply) => {
    const ids = rowIds.parse(body).rowIds;
    deleteRows(deps, { ...findSheet(deps, params), ids, ignoreRowsNotFound: true });
    return reply.code(204).send();
  });

  app.patch(sheetUrl, async ({ params, body }, reply) => {
    renameSheet(deps, { ...findSheet(deps, params), name: name.parse(body).name.trim() });
    return reply.code(204).send();
  });

  app.delete(sheetUrl, async ({ params }, reply) => {
    deleteSheet(deps, findSheet(deps, params).sheet);
    return reply.code(204).send();
  });

  app.put(`${sheetUrl}/shares`, async ({ params, body }, reply) => {
    const { sheet } = findSheet(deps, params);
    const { email, access } = shareBody.parse(body);
    shareSheet(deps, { sheet, accountId: findAccount(deps.state, email).id, access });
    return reply.code(204).send();
  });
}

/** Adds, updates and deletes columns for the page, by the same rules as the API and as the sheet's owner. */
export function columnRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  app.post(`${sheetUrl}/columns`, async ({ params, body }, reply) => {
    const { title, type } = addedColumn.parse(body);
    const isDropdown = type === 'PICKLIST' || type === 'MULTI_PICKLIST';
    const column = { title, type, ...(isDropdown ? { options: [] } : {}) };
    const done = addColumns(deps, { ...findSheet(deps, params), body: column });
    return reply.code(201).send({ id: String(done.added[0]?.id) });
  });

  app.patch(columnUrl, async ({ params, body }, reply) => {
    const context = findColumn(deps, params);
    const { contacts, ...change } = changedColumn.parse(body);
    // Smartsheet requires the type with the options; the page only sends what changes.
    const type = change.type ?? (change.options || contacts ? context.column.type : undefined);
    updateColumn(deps, {
      ...context,
      body: {
        ...change,
        ...(contacts && { contactOptions: contacts.flatMap(parseContacts) }),
        ...(type === undefined ? {} : { type }),
      },
    });
    return reply.code(204).send();
  });

  app.delete(columnUrl, async ({ params }, reply) => {
    deleteColumn(deps, findColumn(deps, params));
    return reply.code(204).send();
  });
}

/** Returns the sheet of the path, with its owner as the actor. Throws 1006 when there is none. */
export function findSheet({ state }: SandboxDeps, params: unknown): SheetContext {
  const sheet = state.sheets.get(sheetParams.parse(params).id);
  const account = sheet && state.accounts.get(sheet.ownerId);
  if (!sheet || !account) throw apiError(1006);
  return { sheet, actor: { account } };
}

/** Returns the column of the path with its sheet. Throws 1006 when there is none. */
function findColumn(deps: SandboxDeps, params: unknown): ColumnContext {
  const context = findSheet(deps, params);
  const { columnId } = columnParams.parse(params);
  const column = context.sheet.columns.find((one) => one.id === columnId);
  if (!column) throw apiError(1006);
  return { ...context, column };
}

/** The value the page sends for a cell: a list for several values, contacts as typed text, null to clear it. */
type TypedValue = string | number | boolean | string[] | null;

const namedContact = /^"?(?<name>[^"<]*?)"?\s*<(?<email>[^<>]+)>$/;

/** Returns the contacts of `Ann Lee <ann@b.example>, bo@c.example`. Text without an @ is a name. */
function parseContacts(text: string): Contact[] {
  const pieces = text.split(/[,;]/).map((part) => part.trim());
  return pieces.filter(Boolean).map((part) => {
    const { name, email } = namedContact.exec(part)?.groups ?? {};
    if (email) return name ? { name, email } : { email };
    return part.includes('@') ? { email: part } : { name: part };
  });
}

/**
 * Returns the cell of a Smartsheet request that writes what a person typed. `strict` is false, as in Smartsheet's own
 * grid: free text is allowed unless the column is restricted.
 */
function toCellRequest(column: Column, typed: TypedValue): Record<string, unknown> {
  const cell = { columnId: column.id, strict: false };
  if (typed === null || typed === '') return { ...cell, value: '' };
  if (column.type === 'MULTI_PICKLIST') {
    const values = Array.isArray(typed) ? typed : [String(typed)];
    return values.length === 0
      ? { ...cell, value: '' }
      : { ...cell, objectValue: { objectType: 'MULTI_PICKLIST', values } };
  }
  if (Array.isArray(typed)) return { ...cell, value: typed.join(', ') };
  if (column.type === 'MULTI_CONTACT_LIST') {
    return { ...cell, objectValue: { objectType: 'MULTI_CONTACT', values: parseContacts(String(typed)) } };
  }
  if (column.type === 'CONTACT_LIST') {
    const [contact = {}] = parseContacts(String(typed));
    return { ...cell, objectValue: { objectType: 'CONTACT', ...contact } };
  }
  return { ...cell, value: typed };
}
