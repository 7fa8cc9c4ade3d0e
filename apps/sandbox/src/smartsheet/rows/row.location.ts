import { type Json, readAttribute } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Id } from '../model.ts';

/** A spot in the sheet: an end of it, an end of a parent's children, or beside a sibling. */
export type RowPosition =
  | { kind: 'end'; parentId: Id | undefined; atTop: boolean }
  | { kind: 'sibling'; siblingId: Id; above: boolean };

/** One step in the hierarchy, which only a row that is there already can take. */
export type IndentStep = { kind: 'indent' | 'outdent' };

export type RowLocation = RowPosition | IndentStep;

export function isIndentStep(location: RowLocation): location is IndentStep {
  return location.kind === 'indent' || location.kind === 'outdent';
}

function flag(row: Json, name: string) {
  return readAttribute(row, { noun: 'row', name, kind: 'boolean' }) === true;
}
function id(row: Json, name: string) {
  return readAttribute(row, { noun: 'row', name, kind: 'number' });
}

/** Null when the row names no place. Combinations that make no place are refused (1062). */
export function parseLocation(row: Json): RowLocation | null {
  const parentId = id(row, 'parentId');
  const siblingId = id(row, 'siblingId');
  const [toTop, toBottom, above] = [flag(row, 'toTop'), flag(row, 'toBottom'), flag(row, 'above')];
  const indent = id(row, 'indent');
  const outdent = id(row, 'outdent');
  const places = [siblingId, indent, outdent, parentId ?? (toTop || toBottom || undefined)];
  const named = places.filter((place) => place !== undefined).length;
  if (named > 1 || (toTop && toBottom) || (above && siblingId === undefined)) throw apiError(1062);
  if (named === 0) return null;
  if (siblingId !== undefined) return { kind: 'sibling', siblingId, above };
  if (indent !== undefined || outdent !== undefined) {
    if ((indent ?? outdent) !== 1) throw apiError(1062);
    return { kind: indent === undefined ? 'outdent' : 'indent' };
  }
  // Under a parent the default place is its first child, in a sheet its last row.
  return { kind: 'end', parentId, atTop: toTop || (parentId !== undefined && !toBottom) };
}

export function sameLocation(a: RowLocation | null, b: RowLocation | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
