import { type Json, readFlag, readId } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Id, Row } from '../model.ts';

/** A position: the top or bottom of the sheet or of a parent's children, or next to a sibling. */
export type RowPosition =
  | { kind: 'end'; parentId: Id | undefined; atTop: boolean }
  | { kind: 'sibling'; siblingId: Id; above: boolean };

type IndentStep = { kind: 'indent' | 'outdent' };

export type RowLocation = RowPosition | IndentStep;

export function isIndentStep(location: RowLocation): location is IndentStep {
  return location.kind === 'indent' || location.kind === 'outdent';
}

/** Returns the location attributes of a row, or null when it has none. Throws 1062 for contradictory ones. */
export function parseLocation(row: Json): RowLocation | null {
  const parentId = readId(row, 'parentId');
  const siblingId = readId(row, 'siblingId');
  const toTop = readFlag(row, 'toTop') === true;
  const toBottom = readFlag(row, 'toBottom') === true;
  const above = readFlag(row, 'above') === true;
  const indent = readId(row, 'indent');
  const outdent = readId(row, 'outdent');
  const places = [siblingId, indent, outdent, parentId ?? (toTop || toBottom || undefined)];
  const named = places.filter((place) => place !== undefined).length;
  if (named > 1 || (toTop && toBottom) || (above && siblingId === undefined)) throw apiError(1062);
  if (named === 0) return null;
  if (siblingId !== undefined) return { kind: 'sibling', siblingId, above };
  if (indent !== undefined || outdent !== undefined) {
    if ((indent ?? outdent) !== 1) throw apiError(1062);
    return { kind: indent === undefined ? 'outdent' : 'indent' };
  }
  // Under a parent the default is the first child, in a sheet the last row.
  return { kind: 'end', parentId, atTop: toTop || (parentId !== undefined && !toBottom) };
}

function findRowIndex(rows: readonly Row[], id: Id): number {
  return rows.findIndex((row) => row.id === id);
}

/** Returns the index after a row's last descendant. A row and its descendants are adjacent. */
function findSubtreeEnd(rows: readonly Row[], start: number): number {
  const subtree = new Set<Id>();
  let end = start;
  for (let row = rows[end]; row; row = rows[end]) {
    const belongs = end === start || (row.parentId !== undefined && subtree.has(row.parentId));
    if (!belongs) break;
    subtree.add(row.id);
    end += 1;
  }
  return end;
}

type InsertionPoint = { index: number; parentId: Id | undefined };

/** Returns the index and the parent of a position. Throws 1063 or 1064 for an unknown parent or sibling. */
export function insertionPoint(rows: readonly Row[], location: RowPosition): InsertionPoint {
  if (location.kind === 'sibling') {
    const index = findRowIndex(rows, location.siblingId);
    const sibling = rows[index];
    if (!sibling) throw apiError(1064, location.siblingId);
    return { index: location.above ? index : findSubtreeEnd(rows, index), parentId: sibling.parentId };
  }
  const { parentId, atTop } = location;
  if (parentId === undefined) return { index: atTop ? 0 : rows.length, parentId };
  const parent = findRowIndex(rows, parentId);
  if (parent < 0) throw apiError(1063, parentId);
  return { index: atTop ? parent + 1 : findSubtreeEnd(rows, parent), parentId };
}

export function setParent(row: Row, parentId: Id | undefined): void {
  if (parentId === undefined) delete row.parentId;
  else row.parentId = parentId;
}

/** Inserts rows. `splice` with many arguments would overflow the stack. */
export function insertRows(
  rows: readonly Row[],
  added: readonly Row[],
  { index, parentId }: InsertionPoint,
): Row[] {
  for (const row of added) setParent(row, parentId);
  return [...rows.slice(0, index), ...added, ...rows.slice(index)];
}

/** Moves a row with its descendants. Throws 1062 for a location among its own descendants. */
export function moveRow(rows: readonly Row[], id: Id, location: RowLocation): Row[] {
  const start = findRowIndex(rows, id);
  const row = rows[start];
  if (!row) throw apiError(1006);
  const end = findSubtreeEnd(rows, start);
  const subtree = rows.slice(start, end);
  const others = [...rows.slice(0, start), ...rows.slice(end)];
  const position = isIndentStep(location)
    ? positionAfterStep(location, { row, above: rows.slice(0, start) })
    : location;
  const anchor = position.kind === 'sibling' ? position.siblingId : position.parentId;
  if (anchor !== undefined && subtree.some((member) => member.id === anchor)) throw apiError(1062);
  const place = insertionPoint(others, position);
  setParent(row, place.parentId);
  return [...others.slice(0, place.index), ...subtree, ...others.slice(place.index)];
}

/** Indenting makes a row the last child of the sibling above; outdenting moves it below its parent. */
function positionAfterStep(
  step: IndentStep,
  { row, above }: { row: Row; above: readonly Row[] },
): RowPosition {
  if (step.kind === 'outdent') {
    if (row.parentId === undefined) throw apiError(1062);
    return { kind: 'sibling', siblingId: row.parentId, above: false };
  }
  const previousSibling = above.findLast((other) => other.parentId === row.parentId);
  if (!previousSibling) throw apiError(1062);
  return { kind: 'end', parentId: previousSibling.id, atTop: false };
}
