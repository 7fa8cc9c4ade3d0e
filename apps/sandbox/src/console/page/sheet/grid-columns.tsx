import { cx } from '@picksync/ui/class-names.ts';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { Lock } from 'lucide-react';
import {
  type Column as GridColumn,
  type RenderCellProps,
  type RenderEditCellProps,
  type RenderHeaderCellProps,
  useRowSelection,
} from 'react-data-grid';
import type { CellValue, Column, Row } from '../contract.ts';
import { CellContent } from './cell-content.tsx';
import { CellEditor } from './cell-editor.tsx';
import { describeColumn, isCalculated, readOnlyReason } from './column-kind.ts';
import type { OptionChange } from './difference.ts';
import type { Then } from './editing.ts';
import { isWaiting } from './use-rows.ts';
import type { OptionChanges } from './use-sheet.ts';

export const numberKey = 'row-number';

type Edited = { column: Column; row: Row; at: { idx: number; rowIdx: number } };

export type ColumnActions = {
  openColumn: (id: string) => void;
  /** Writes the value of an editor that has closed, and moves on. */
  commit: (edited: Edited, value: CellValue, then: Then) => void;
};

type Shown = { columns: Column[]; openColumnId: string | null; changes: OptionChanges };

/** Returns the columns of the grid: the numbers of the rows, and those of the sheet. */
export function gridColumns({ columns, openColumnId, changes }: Shown, actions: ColumnActions) {
  const numbers: GridColumn<Row> = {
    key: numberKey,
    name: 'Row',
    width: 56,
    frozen: true,
    cellClass: 'row-number',
    headerCellClass: 'row-number',
    renderHeaderCell: () => <span className="sr-only">Row</span>,
    renderCell: ({ row }) => <RowNumber row={row} />,
  };
  const own = columns.map(
    (column): GridColumn<Row> => ({
      key: column.id,
      name: column.title,
      width: column.width,
      cellClass: (row) => getCellClass(column, row),
      headerCellClass: cx('column-head', column.hidden && 'is-hidden', changes.has(column.id) && 'changed'),
      editable: (row) =>
        column.type !== 'CHECKBOX' && !isWaiting(row) && readOnlyReason(column, row) === null,
      editorOptions: { commitOnOutsideClick: false, closeOnExternalRowChange: false },
      renderHeaderCell: (props) => (
        <ColumnHead
          {...props}
          shown={column}
          isOpen={column.id === openColumnId}
          change={changes.get(column.id)}
          onOpen={() => actions.openColumn(column.id)}
        />
      ),
      renderCell: ({ row }) => <DataCell column={column} row={row} />,
      renderEditCell: (props) => <EditedCell {...props} edited={column} actions={actions} />,
    }),
  );
  return [numbers, ...own];
}

function getCellClass(column: Column, row: Row): string {
  const cell = row.cells[column.id];
  return cx(
    typeof cell?.value === 'number' && 'is-number',
    (cell?.formula || isCalculated(column)) && 'is-calculated',
    column.primary && row.parent && 'is-parent',
    column.type === 'CHECKBOX' && 'is-centred',
  );
}

function DataCell({ column, row }: { column: Column; row: Row }) {
  return isWaiting(row) ? <Skeleton className="h-3 w-2/3" /> : <CellContent column={column} row={row} />;
}

/** The number of a row, and the box that selects it. The cell around it can be pressed. */
function RowNumber({ row }: Pick<RenderCellProps<Row>, 'row'>) {
  const { isRowSelected } = useRowSelection();
  return (
    <>
      <span aria-hidden="true">{row.number}</span>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select row ${row.number}`}
        checked={isRowSelected}
        readOnly
      />
    </>
  );
}

type ColumnHeadProps = Pick<RenderHeaderCellProps<Row>, 'tabIndex'> & {
  shown: Column;
  isOpen: boolean;
  change: OptionChange | undefined;
  onOpen: () => void;
};

function ColumnHead({ shown: column, isOpen, change, onOpen, tabIndex }: ColumnHeadProps) {
  const kindId = `kind-of-${column.id}`;
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={`Edit column ${column.title}`}
        aria-expanded={isOpen}
        aria-describedby={kindId}
        onClick={onOpen}
        className="flex min-h-0! w-full items-center gap-1.5 text-left font-semi after:absolute after:inset-0"
      >
        <span className="truncate">{column.title}</span>
        {column.locked && <Lock aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />}
      </button>
      <div id={kindId} className="flex items-center gap-1.5 text-xs font-normal text-ink-2">
        <span className="truncate">
          {describeColumn(column)}
          {column.hidden && ', hidden'}
          {column.locked && <span className="sr-only">, locked</span>}
        </span>
        {change && change.added.length > 0 && <b className="text-good">+{change.added.length}</b>}
        {change && change.removed.length > 0 && <b className="text-bad">−{change.removed.length}</b>}
      </div>
    </>
  );
}

type EditedCellProps = RenderEditCellProps<Row> & { edited: Column; actions: ColumnActions };

function EditedCell({ row, rowIdx, column, onClose, edited, actions }: EditedCellProps) {
  return (
    <CellEditor
      column={edited}
      cell={row.cells[edited.id]}
      label={`Edit ${edited.title}, row ${row.number}`}
      onCommit={(value, then) => {
        onClose(false, then !== 'leave');
        actions.commit({ column: edited, row, at: { idx: column.idx, rowIdx } }, value, then);
      }}
      onCancel={(then) => onClose(false, then !== 'leave')}
    />
  );
}
