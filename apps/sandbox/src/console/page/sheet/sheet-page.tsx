import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { call } from '../call.ts';
import type { Row } from '../contract.ts';
import { queryClient } from '../queries.ts';
import { linkTo } from '../route.ts';
import { attempt } from '../toasts.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import { SheetHead } from './sheet-head.tsx';
import { isWaiting, useRows } from './use-rows.ts';
import { useSheet } from './use-sheet.ts';

/** One sheet: what can be done with it, its cells, and the panel of the open column. */
export function SheetPage({ id }: { id: string }) {
  const { sheet, changes, calls } = useSheet(id);
  const { rows, onScroll } = useRows(sheet);
  const grid = useRef<DataGridHandle>(null);
  const [openColumnId, setOpenColumnId] = useState<string | null>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const focusRow = useRowFocus(grid, rows);
  const column = sheet.columns.find((one) => one.id === openColumnId);

  const openColumn = (columnId: string) => {
    setOpenColumnId(columnId === openColumnId ? null : columnId);
    const idx = sheet.columns.findIndex((one) => one.id === columnId) + 1;
    // Once the panel has taken its place.
    requestAnimationFrame(() => grid.current?.scrollToCell({ idx }));
  };
  const addRow = async () => {
    if (await calls.addRow()) focusRow(sheet.rows);
  };
  const deleteRows = async () => {
    if (await calls.deleteRows([...selectedIds])) setSelectedIds(new Set());
  };
  const remove = async () => {
    if (!(await attempt(() => call('DELETE', `/api/console/sheets/${id}`), `${sheet.name} is deleted.`)))
      return;
    window.location.hash = linkTo('sheets');
    queryClient.removeQueries({ queryKey: ['sheets', id] });
  };
  return (
    <>
      <SheetHead
        sheet={sheet}
        selected={selectedIds.size}
        calls={calls}
        onAddRow={() => void addRow()}
        onDeleteRows={() => void deleteRows()}
        onDelete={() => void remove()}
      />
      <div className="flex min-h-0 flex-1 border-t border-line">
        <SheetGrid
          ref={grid}
          sheet={sheet}
          rows={rows}
          changes={changes}
          openColumnId={openColumnId}
          selectedIds={selectedIds}
          onSelect={setSelectedIds}
          onOpenColumn={openColumn}
          onScroll={onScroll}
          setCell={(row, { id: columnId }, value) => void calls.setCell(row.id, columnId, value)}
        />
        {column && (
          <ColumnPanel
            key={column.id}
            column={column}
            change={changes.get(column.id)}
            save={(change) => calls.changeColumn(column.id, change)}
            onDelete={() => void calls.deleteColumn(column.id)}
            onClose={() => setOpenColumnId(null)}
          />
        )}
      </div>
    </>
  );
}

/** Returns what gives the focus to the first cell of a row, as soon as that row is there and loaded. */
function useRowFocus(grid: RefObject<DataGridHandle | null>, rows: Row[]) {
  const [wanted, setWanted] = useState<number | null>(null);
  const row = wanted === null ? undefined : rows[wanted];
  useEffect(() => {
    if (wanted === null || !row) return;
    if (isWaiting(row)) return grid.current?.scrollToCell({ rowIdx: wanted });
    grid.current?.setActivePosition({ idx: 1, rowIdx: wanted }, { shouldFocus: true });
    setWanted(null);
  }, [grid, wanted, row]);
  return setWanted;
}
