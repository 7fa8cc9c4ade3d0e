import * as z from 'zod';
import { columnSchema, isContactType, type ListColumns, type UpdateColumn } from './columns.wire.ts';
import { parseContactText } from './contact-text.ts';
import { checkedId } from './exact-json.ts';
import type { Request } from './request.ts';

const columnListSchema = z.object({ data: z.array(columnSchema) }).transform(({ data }) => data);
const columnResultSchema = z.object({ result: columnSchema }).transform(({ result }) => result);

/** Creates the calls about columns. */
export function columnsCalls(request: Request) {
  return {
    /**
     * All columns of a sheet. Scope READ_SHEETS. The reference leaves `options` out of this answer; read them with
     * `sheets.get`. ("List Columns", level 2)
     */
    list: ({ sheetId, ...options }: ListColumns) =>
      request({
        operation: 'columns.list',
        method: 'GET',
        path: `/sheets/${checkedId(sheetId)}/columns`,
        query: { level: 2, includeAll: true },
        reply: columnListSchema,
        options,
      }),

    /**
     * Replaces the whole list of a dropdown or a contact column, or sets its validation. Scope ADMIN_SHEETS, and the user must
     * be owner or admin of the sheet. Cells keep values that are no longer options. Returns the column as it is now;
     * compare `validation` with what it was before. ("Update Column")
     *
     * Throws `column_gone`, `scope_or_access`, `locked`, `wrong_type`, `column_in_use`, `too_many_options`,
     * `option_too_long`, `options_refused` (all class `configuration`); `busy` after its retries.
     */
    update: ({ sheetId, columnId, type, options, validation, ...callOptions }: UpdateColumn) =>
      request({
        operation: 'columns.update',
        method: 'PUT',
        path: `/sheets/${checkedId(sheetId)}/columns/${checkedId(columnId)}`,
        body: options === undefined ? { type, validation } : { type, ...toList(type, options) },
        reply: columnResultSchema,
        options: callOptions,
      }),
  };
}

/** Returns the list of a column as Smartsheet takes it. What a contact does not have is left out. */
function toList(type: UpdateColumn['type'], options: readonly string[]) {
  if (!isContactType(type)) return { options };
  const contacts = options.map(parseContactText);
  return {
    contactOptions: contacts.map(({ name, email }) => ({
      ...(name !== null && { name }),
      ...(email !== null && { email }),
    })),
  };
}
