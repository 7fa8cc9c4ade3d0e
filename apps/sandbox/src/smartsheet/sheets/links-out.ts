import type { SandboxDeps } from '../../deps.ts';
import type { CellLink, Sheet } from '../model.ts';
import { linkedCells } from '../rows/linked-cells.ts';
import type { LinksOut } from './cell.view.ts';

/** Returns the cells of other sheets that show cells of this one. */
export function getLinksOut(sheet: Sheet, { sheets }: SandboxDeps['state']): LinksOut {
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
