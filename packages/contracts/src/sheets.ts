import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { idField, isoTime, smartsheetIdField } from './fields.ts';

export const sheet = z.object({
  id: z.string(),
  name: z.string(),
  /** Smartsheet's own word, e.g. `OWNER`, `ADMIN`, `EDITOR`, `VIEWER`. */
  accessLevel: z.string(),
  /** Whether the user may change dropdowns of this sheet. */
  writable: z.boolean(),
  /** When somebody last changed it; null where Smartsheet does not say. */
  modifiedAt: isoTime.nullable(),
  /** Where Smartsheet shows it; null where that is not known. */
  permalink: z.url().nullable(),
});

export const column = z.object({
  id: z.string(),
  title: z.string(),
  /** Smartsheet's own word, e.g. `TEXT_NUMBER`, `PICKLIST`, `MULTI_PICKLIST`. */
  type: z.string(),
  /** Present on dropdown columns and, as `Name <address>`, on contact columns. Passed through live from Smartsheet and stored nowhere. */
  options: z.array(z.string()).optional(),
  /** Whether the column may be a target; every column may be a source. */
  selectable: z.boolean(),
  /** Why it may not, fit to show; null when it may. */
  reason: z.string().nullable(),
});

export type Sheet = z.output<typeof sheet>;
export type Column = z.output<typeof column>;

export const sheetEndpoints = {
  /** Every sheet the user can see, as far as Smartsheet lists them, read live, sorted by name. */
  list: endpoint('GET', '/api/smartsheet/sheets', {
    // Ours, not Smartsheet's: the reply is the whole list with it and without it.
    query: z.strictObject({ includeAll: z.enum(['true', 'false']).optional() }),
    reply: z.array(sheet),
    partial: true,
    access: 'user',
    programs: 'read',
  }),
  /** The columns of one sheet, in the sheet's order. */
  columns: endpoint('GET', '/api/smartsheet/sheets/:id/columns', {
    params: z.strictObject({ id: smartsheetIdField() }),
    // The automation that is being edited: its own target is not taken by another.
    query: z.strictObject({ automationId: idField.optional() }),
    reply: z.array(column),
    access: 'user',
    programs: 'read',
  }),
};
