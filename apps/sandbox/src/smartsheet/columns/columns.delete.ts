import { refuse } from '../errors.ts';
import { recordChange } from '../sheets/sheet.change.ts';
import type { ColumnCall, ColumnsParts } from './columns.call.ts';

/** Deletes a column and its cells. The primary column stays, and one that a conditional format looks at. */
export function deleteColumn(parts: ColumnsParts, { sheet, column, actor }: ColumnCall): void {
  if (column.primary) throw refuse(1065);
  if (column.inConditionalFormat) throw refuse(1087);
  sheet.columns = sheet.columns.filter((other) => other !== column);
  for (const row of sheet.rows) delete row.cells[column.id];
  recordChange(parts, {
    sheet,
    actor,
    happenings: [{ objectType: 'column', eventType: 'deleted', id: column.id }],
    raisesVersion: parts.config.COLUMN_EDITS_RAISE_VERSION,
  });
}
