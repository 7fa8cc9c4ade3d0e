import { refuse } from '../errors.ts';
import { checkMembers, isObject, type Json, member } from '../json.ts';
import type { Id } from '../model.ts';
import { type CellRules, type CellWrite, readCell } from './cell.input.ts';
import { type Location, readLocation } from './row.location.ts';

/** One row of a request, checked as far as it can be alone. */
export type RowWrite = {
  id: Id | undefined;
  cells: CellWrite[];
  location: Location | null;
  locked: boolean | undefined;
  expanded: boolean | undefined;
};

const TAKEN = [
  'cells',
  'toTop',
  'toBottom',
  'above',
  'parentId',
  'siblingId',
  'indent',
  'outdent',
  'locked',
  'expanded',
  'format',
];
const KNOWN = [
  'id',
  'rowNumber',
  'sheetId',
  'version',
  'createdAt',
  'modifiedAt',
  'createdBy',
  'modifiedBy',
  'accessLevel',
  'lockedForUser',
  'permalink',
  'columns',
  'conditionalFormat',
  'filteredOut',
  'inCriticalPath',
];

/** The rows of a body, which is one row or a list of rows. */
export function rowsOf(body: unknown, limit: number): { rows: unknown[]; isList: boolean } {
  if (body === undefined || body === null) throw refuse(1024);
  const isList = Array.isArray(body);
  const rows: unknown[] = isList ? body : [body];
  if (rows.length > limit) throw refuse(1061, 'row');
  return { rows, isList };
}

export function readRow(given: unknown, { rules, hasId }: { rules: CellRules; hasId: boolean }): RowWrite {
  if (!isObject(given)) throw refuse(1008, 'A row must be an object.');
  checkMembers(given, { noun: 'row', taken: hasId ? ['id', ...TAKEN] : TAKEN, known: KNOWN });
  const id = member(given, { noun: 'row', name: 'id', kind: 'number' });
  if (hasId && id === undefined) throw refuse(1012, 'row.id');
  return {
    id,
    cells: readCells(given, rules),
    location: readLocation(given),
    locked: member(given, { noun: 'row', name: 'locked', kind: 'boolean' }),
    expanded: member(given, { noun: 'row', name: 'expanded', kind: 'boolean' }),
  };
}

function readCells(row: Json, rules: CellRules): CellWrite[] {
  const given = row.cells ?? [];
  if (!Array.isArray(given)) throw refuse(1008, 'row.cells must be a list.');
  const seen = new Set<Id>();
  return given.map((one) => {
    const cell = readCell(one, rules);
    if (seen.has(cell.columnId)) throw refuse(1037, cell.columnId);
    seen.add(cell.columnId);
    return cell;
  });
}
