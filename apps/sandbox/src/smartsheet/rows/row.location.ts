import { refuse } from '../errors.ts';
import { type Json, member } from '../json.ts';
import type { Id } from '../model.ts';

/** A spot in the sheet: an end of it, an end of a parent's children, or beside a sibling. */
export type Spot =
  | { kind: 'end'; parentId: Id | undefined; atTop: boolean }
  | { kind: 'sibling'; siblingId: Id; above: boolean };

/** One step in the hierarchy, which only a row that is there already can take. */
export type Step = { kind: 'indent' | 'outdent' };

export type Location = Spot | Step;

export const isStep = (location: Location): location is Step =>
  location.kind === 'indent' || location.kind === 'outdent';

const flag = (row: Json, name: string) => member(row, { noun: 'row', name, kind: 'boolean' }) === true;
const id = (row: Json, name: string) => member(row, { noun: 'row', name, kind: 'number' });

/** Null when the row names no place. Combinations that make no place are refused (1062). */
export function readLocation(row: Json): Location | null {
  const parentId = id(row, 'parentId');
  const siblingId = id(row, 'siblingId');
  const [toTop, toBottom, above] = [flag(row, 'toTop'), flag(row, 'toBottom'), flag(row, 'above')];
  const indent = id(row, 'indent');
  const outdent = id(row, 'outdent');
  const places = [siblingId, indent, outdent, parentId ?? (toTop || toBottom || undefined)];
  const named = places.filter((place) => place !== undefined).length;
  if (named > 1 || (toTop && toBottom) || (above && siblingId === undefined)) throw refuse(1062);
  if (named === 0) return null;
  if (siblingId !== undefined) return { kind: 'sibling', siblingId, above };
  if (indent !== undefined || outdent !== undefined) {
    if ((indent ?? outdent) !== 1) throw refuse(1062);
    return { kind: indent === undefined ? 'outdent' : 'indent' };
  }
  // Under a parent the default place is its first child, in a sheet its last row.
  return { kind: 'end', parentId, atTop: toTop || (parentId !== undefined && !toBottom) };
}

export const sameLocation = (a: Location | null, b: Location | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
