import type { SandboxDeps } from '../../deps.ts';
import type { Actor, Cell, CellLink, Id, Row, Sheet } from '../model.ts';
import { type EventObject, recordChange } from '../sheets/record-change.ts';
import { linkedContent } from './cell.link.ts';

type ChangedCell = { row: Row; columnId: Id };

/** A cell that shows the value of a cell of another sheet. */
type LinkedCell = { row: Row; columnId: Id; cell: Cell & Required<Pick<Cell, 'linkInFromCell'>> };

function linkedCells({ rows, columns }: Sheet): LinkedCell[] {
  return rows.flatMap((row) =>
    columns.flatMap(({ id: columnId }) => {
      const cell = row.cells[columnId];
      return cell?.linkInFromCell
        ? [{ row, columnId, cell: { ...cell, linkInFromCell: cell.linkInFromCell } }]
        : [];
    }),
  );
}

/** Has the cells of other sheets that are linked to changed cells show their new values. */
export function updateLinkedCells(
  deps: SandboxDeps,
  { sheet, actor, changed }: { sheet: Sheet; actor: Actor; changed: readonly ChangedCell[] },
): void {
  const sources = new Map(changed.map(({ row, columnId }) => [`${row.id}/${columnId}`, row.cells[columnId]]));
  for (const other of deps.state.sheets.values()) {
    if (!other.hasLinks || other === sheet) continue;
    const events = linkedCells(other).flatMap(({ row, columnId, cell }): EventObject[] => {
      const { linkInFromCell: link } = cell;
      const key = `${link.rowId}/${link.columnId}`;
      if (link.sheetId !== sheet.id || !sources.has(key)) return [];
      row.cells[columnId] = { ...linkedContent(sources.get(key)), linkInFromCell: link };
      return [{ objectType: 'cell', eventType: 'updated', rowId: row.id, columnId }];
    });
    if (events.length > 0) recordChange(deps, { sheet: other, actor, events, raisesVersion: true });
  }
}

/** Returns the cells of other sheets that show cells of this one, by `row/column`. */
export function findLinksOut(sheet: Sheet, { sheets }: SandboxDeps['state']): Map<string, CellLink[]> {
  const links = new Map<string, CellLink[]>();
  for (const other of sheets.values()) {
    if (!other.hasLinks) continue;
    for (const { row, columnId, cell } of linkedCells(other)) {
      const from = cell.linkInFromCell;
      if (from.sheetId !== sheet.id) continue;
      const key = `${from.rowId}/${from.columnId}`;
      const link = { sheetId: other.id, sheetName: other.name, rowId: row.id, columnId, status: from.status };
      links.set(key, [...(links.get(key) ?? []), link]);
    }
  }
  return links;
}
