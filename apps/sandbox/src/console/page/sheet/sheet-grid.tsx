import 'react-data-grid/lib/styles.css';
import { type RefObject, type UIEvent, useMemo, useRef } from 'react';
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type CellMouseArgs,
  type CellMouseEvent,
  type CellRendererProps,
  DataGrid,
  type DataGridHandle,
  Cell as GridCell,
} from 'react-data-grid';
import type { CellValue, Column, Row, Sheet } from '../contract.ts';
import { showToast } from '../toasts.tsx';
import { pastedValue } from './cell-values.ts';
import { describeCell, isCalculated, readOnlyReason } from './column-kind.ts';
import type { Then } from './editing.ts';
import { type ColumnActions, gridColumns, numberKey } from './grid-columns.tsx';
import { asksToEdit, getDestination, selectRows } from './grid-keys.ts';
import { isWaiting, rowHeight } from './use-rows.ts';
import type { OptionChanges } from './use-sheet.ts';

type SheetGridProps = {
  ref: RefObject<DataGridHandle | null>;
  sheet: Sheet;
  rows: Row[];
  changes: OptionChanges;
  openColumnId: string | null;
  selectedIds: ReadonlySet<string>;
  onSelect: (rowIds: ReadonlySet<string>) => void;
  onOpenColumn: (id: string) => void;
  onScroll: (event: UIEvent<HTMLElement>) => void;
  setCell: (row: Row, column: Column, value: CellValue) => void;
};

const steps: Record<Then, [columns: number, rows: number]> = {
  down: [0, 1],
  right: [1, 0],
  stay: [0, 0],
  leave: [0, 0],
};

/** The cells of a sheet. Those in sight are drawn, and edited with the keys of a spreadsheet. */
export function SheetGrid({ ref, sheet, rows, selectedIds, onSelect, ...props }: SheetGridProps) {
  const { columns } = sheet;
  const { changes, openColumnId, onOpenColumn, setCell } = props;
  const actions = useRef<ColumnActions>(null as never);
  actions.current = {
    openColumn: onOpenColumn,
    commit: ({ column, row, at }, value, then) => {
      const [right, down] = steps[then];
      if (right > 0 || down > 0)
        ref.current?.setActivePosition(
          { idx: at.idx + right, rowIdx: at.rowIdx + down },
          { shouldFocus: true },
        );
      const before = row.cells[column.id]?.value ?? null;
      if (JSON.stringify(value) !== JSON.stringify(before)) setCell(row, column, value);
    },
  };
  const shown = useMemo(
    () =>
      gridColumns(
        { columns, openColumnId, changes },
        {
          openColumn: (id) => actions.current.openColumn(id),
          commit: (...given) => actions.current.commit(...given),
        },
      ),
    [columns, openColumnId, changes],
  );
  const columnAt = (key: string) => columns.find(({ id }) => id === key);
  const lastPressed = useRef(0);
  const selectRow = (at: number, isRange: boolean) => {
    const ids = rows.map((row) => (isWaiting(row) ? null : row.id));
    onSelect(selectRows(selectedIds, { ids, at, from: isRange ? lastPressed.current : at }));
    lastPressed.current = at;
  };
  const press = useGridPress({ columnAt, selectRow, setCell });
  return (
    <DataGrid
      ref={ref}
      aria-label={sheet.name}
      className="sheet-grid"
      columns={shown}
      rows={rows}
      rowKeyGetter={rowKey}
      rowHeight={rowHeight}
      headerRowHeight={48}
      selectedRows={selectedIds}
      onSelectedRowsChange={onSelect}
      isRowSelectionDisabled={isWaiting}
      onScroll={props.onScroll}
      onActivePositionChange={press.onActivePositionChange}
      onCellMouseDown={press.onCellMouseDown}
      onCellClick={press.onCellClick}
      onCellKeyDown={(args, event) => press.onCellKeyDown(args, event, rows.length)}
      onCellCopy={({ row, column }, event) => {
        event.preventDefault();
        event.clipboardData.setData('text/plain', row.cells[column.key]?.text ?? '');
      }}
      onCellPaste={({ row, column }, event) => {
        event.preventDefault();
        const pasted = columnAt(column.key);
        if (pasted) setCell(row, pasted, pastedValue(pasted, event.clipboardData.getData('text/plain')));
        return row;
      }}
      onRowsChange={ignoreRows}
      renderers={{
        renderCell: (key, cell) => <NamedCell key={key} {...cell} shown={columnAt(cell.column.key)} />,
      }}
    />
  );
}

/** What is edited is written by its editor; the rows come back from the sandbox. */
function ignoreRows(): void {}

function rowKey(row: Row): string {
  return row.id;
}

/** A cell, by its place and by what it shows; the number of a row names the row. */
function NamedCell({ shown, ...cell }: CellRendererProps<Row, unknown> & { shown: Column | undefined }) {
  const { row } = cell;
  if (!shown) return <GridCell {...cell} role="rowheader" aria-label={`Row ${row.number}`} />;
  const content = describeCell(shown, row.cells[shown.id]);
  const place = `${shown.title}, row ${row.number}`;
  return <GridCell {...cell} aria-label={content ? `${place}: ${content}` : place} />;
}

type Pressing = {
  columnAt: (key: string) => Column | undefined;
  selectRow: (rowIdx: number, isRange: boolean) => void;
  setCell: (row: Row, column: Column, value: CellValue) => void;
};

/** What presses of the pointer and of keys do, beyond what they do in every grid. */
function useGridPress({ columnAt, selectRow, setCell }: Pressing) {
  const active = useRef('');
  /** Whether the cell that is pressed had the focus before: only a second press opens its editor. */
  const isSecond = useRef(false);
  const tick = (row: Row, column: Column) => setCell(row, column, row.cells[column.id]?.value !== true);
  const edit = (row: Row, column: Column, open: () => void) => {
    const reason = readOnlyReason(column, row);
    if (reason) return showToast(reason, 'neutral');
    if (column.type === 'CHECKBOX') tick(row, column);
    else open();
  };
  return {
    onActivePositionChange: ({ rowIdx, column }: { rowIdx: number; column: { key: string } | undefined }) => {
      active.current = `${rowIdx} ${column?.key}`;
    },
    onCellMouseDown: ({ rowIdx, column }: CellMouseArgs<Row>, event: CellMouseEvent) => {
      const { currentTarget } = event;
      // Shift selects rows, not the text between them.
      if (event.shiftKey && column.key === numberKey) event.preventDefault();
      const isActive = active.current === `${rowIdx} ${column.key}`;
      isSecond.current = isActive && currentTarget.contains(document.activeElement);
    },
    onCellClick: (args: CellMouseArgs<Row>, { target, shiftKey }: CellMouseEvent) => {
      const { row, column, rowIdx, setActivePosition } = args;
      const pressed = columnAt(column.key);
      if (isWaiting(row)) return;
      if (column.key === numberKey) return selectRow(rowIdx, shiftKey);
      if (!pressed) return;
      const isTick = target instanceof Element && target.closest('[data-tick]') !== null;
      if (isTick || isSecond.current) edit(row, pressed, () => setActivePosition(true));
    },
    onCellKeyDown: (args: CellKeyDownArgs<Row>, event: CellKeyboardEvent, rows: number) => {
      if (args.mode === 'EDIT') return;
      const { row, column, rowIdx, setActivePosition } = args;
      const at = { idx: args.column?.idx ?? 0, rowIdx };
      const to = getDestination(event, { at, rows });
      const handled = (act: () => void) => {
        event.preventDefault();
        event.preventGridDefault();
        act();
      };
      if (to) return handled(() => setActivePosition(to, { shouldFocus: true }));
      // One stop by keyboard: the arrows lead from cell to cell, and Tab out of the grid.
      if (event.key === 'Tab') return event.preventGridDefault();
      const pressed = column && columnAt(column.key);
      if (!row || !pressed || isWaiting(row)) return;
      if (event.key === 'Delete' || event.key === 'Backspace')
        return handled(() => !isCalculated(pressed) && setCell(row, pressed, null));
      if (!asksToEdit(event) || (event.key === ' ' && event.shiftKey)) return;
      const isTyped =
        pressed.type !== 'CHECKBOX' && readOnlyReason(pressed, row) === null && event.key !== 'F2';
      // The grid opens the editor in time for the letter to go there.
      if (!isTyped) handled(() => edit(row, pressed, () => setActivePosition(at, { enableEditor: true })));
    },
  };
}
