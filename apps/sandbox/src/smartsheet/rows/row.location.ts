import { type Json, readAttribute, readId } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Id } from '../model.ts';

/** A position: the top or bottom of the sheet or of a parent's children, or next to a sibling. */
export type RowPosition =
  | { kind: 'end'; parentId: Id | undefined; atTop: boolean }
  | { kind: 'sibling'; siblingId: Id; above: boolean };

/** One indent or outdent of an existing row. */
export type IndentStep = { kind: 'indent' | 'outdent' };

export type RowLocation = RowPosition | IndentStep;

export function isIndentStep(location: RowLocation): location is IndentStep {
  return location.kind === 'indent' || location.kind === 'outdent';
}

function flag(row: Json, name: string) {
  return readAttribute(row, { name, kind: 'boolean' }) === true;
}
function id(row: Json, name: string) {
  return readId(row, name);
}

/** Returns the location attributes of a row, or null when it has none. Throws 1062 for contradictory ones. */
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
  // Under a parent the default is the first child, in a sheet the last row.
  return { kind: 'end', parentId, atTop: toTop || (parentId !== undefined && !toBottom) };
}

export function sameLocation(a: RowLocation | null, b: RowLocation | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
