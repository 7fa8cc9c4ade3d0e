import {
  assertAttributes,
  isObject,
  type Json,
  readFlag,
  readId,
  readText,
  unexpectedType,
} from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Id } from '../model.ts';
import { type CellInput, type CellRules, parseCell } from './cell.input.ts';
import { parseLocation } from './row.location.ts';

/** One row of a request. */
export type RowInput = ReturnType<typeof parseRow>;

const acceptedAttributes = [
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
const unsupportedAttributes = [
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

/** Returns the rows of a body, which is one row or a list. Throws 1061 above the limit. */
export function parseRows(body: unknown, limit: number): { rows: unknown[]; isList: boolean } {
  if (body === undefined || body === null) throw apiError(1024);
  const isList = Array.isArray(body);
  const rows: unknown[] = isList ? body : [body];
  if (rows.length > limit) throw apiError(1061, 'row');
  return { rows, isList };
}

export function parseRow(value: unknown, { rules, hasId }: { rules: CellRules; hasId: boolean }) {
  if (!isObject(value)) throw apiError(1008, 'A row must be an object.');
  assertAttributes(value, {
    noun: 'row',
    accepted: hasId ? ['id', ...acceptedAttributes] : acceptedAttributes,
    unsupported: unsupportedAttributes,
  });
  const id = readId(value, 'id');
  if (hasId && id === undefined) throw apiError(1012, 'row.id');
  return {
    id,
    cells: parseCells(value, rules),
    location: parseLocation(value),
    locked: readFlag(value, 'locked'),
    expanded: readFlag(value, 'expanded'),
    format: readText(value, 'format'),
  };
}

function parseCells(row: Json, rules: CellRules): CellInput[] {
  const value = row.cells ?? [];
  if (!Array.isArray(value)) throw unexpectedType('cells');
  const columnIds = new Set<Id>();
  return value.map((one) => {
    const cell = parseCell(one, rules);
    if (columnIds.has(cell.columnId)) throw apiError(1037, cell.columnId);
    columnIds.add(cell.columnId);
    return cell;
  });
}
