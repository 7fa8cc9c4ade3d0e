import { apiError } from '../errors.ts';
import { recordChange } from '../sheets/record-change.ts';
import type { ColumnsDeps } from './add-columns.ts';
import type { ColumnContext } from './find-column.ts';

/**
 * Deletes a column and its cells. Throws 1065 for the primary column, 1087 for one in a conditional formatting rule.
 */
export function deleteColumn(deps: ColumnsDeps, { sheet, column, actor }: ColumnContext): void {
  if (column.primary) throw apiError(1065);
  if (column.inConditionalFormat) throw apiError(1087);
  sheet.columns = sheet.columns.filter((other) => other !== column);
  for (const row of sheet.rows) delete row.cells[column.id];
  recordChange(deps, {
    sheet,
    actor,
    events: [{ objectType: 'column', eventType: 'deleted', id: column.id }],
    raisesVersion: deps.config.COLUMN_EDITS_RAISE_VERSION,
  });
}
