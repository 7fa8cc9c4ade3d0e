import { refuse } from '../errors.ts';
import type { Id, Row } from '../model.ts';
import { isStep, type Location, type Spot, type Step } from './row.location.ts';

export const indexOfRow = (rows: readonly Row[], id: Id): number => rows.findIndex((row) => row.id === id);

/** The index behind a row's last descendant. Children follow their parent, so a family is one stretch. */
export function endOfFamily(rows: readonly Row[], start: number): number {
  const family = new Set<Id>();
  let end = start;
  for (let row = rows[end]; row; row = rows[end]) {
    const belongs = end === start || (row.parentId !== undefined && family.has(row.parentId));
    if (!belongs) break;
    family.add(row.id);
    end += 1;
  }
  return end;
}

export type Place = { index: number; parentId: Id | undefined };

/** Where in the list a location is, and under which parent. */
export function placeOf(rows: readonly Row[], location: Spot): Place {
  if (location.kind === 'sibling') {
    const index = indexOfRow(rows, location.siblingId);
    const sibling = rows[index];
    if (!sibling) throw refuse(1064, location.siblingId);
    return { index: location.above ? index : endOfFamily(rows, index), parentId: sibling.parentId };
  }
  const { parentId, atTop } = location;
  if (parentId === undefined) return { index: atTop ? 0 : rows.length, parentId };
  const parent = indexOfRow(rows, parentId);
  if (parent < 0) throw refuse(1063, parentId);
  return { index: atTop ? parent + 1 : endOfFamily(rows, parent), parentId };
}

function setParent(row: Row, parentId: Id | undefined): void {
  if (parentId === undefined) delete row.parentId;
  else row.parentId = parentId;
}

/** Puts rows in; `splice` with many arguments would overflow the stack. */
export function insertRows(rows: readonly Row[], added: readonly Row[], { index, parentId }: Place): Row[] {
  for (const row of added) setParent(row, parentId);
  return [...rows.slice(0, index), ...added, ...rows.slice(index)];
}

/** Moves a row with its children. A place inside its own family is none (1062). */
export function moveRow(rows: readonly Row[], id: Id, location: Location): Row[] {
  const start = indexOfRow(rows, id);
  const row = rows[start];
  if (!row) throw refuse(1006);
  const end = endOfFamily(rows, start);
  const family = rows.slice(start, end);
  const others = [...rows.slice(0, start), ...rows.slice(end)];
  const spot = isStep(location) ? spotAfter(location, { row, above: rows.slice(0, start) }) : location;
  const anchor = spot.kind === 'sibling' ? spot.siblingId : spot.parentId;
  if (anchor !== undefined && family.some((member) => member.id === anchor)) throw refuse(1062);
  const place = placeOf(others, spot);
  setParent(row, place.parentId);
  return [...others.slice(0, place.index), ...family, ...others.slice(place.index)];
}

/** Indenting makes a row the last child of the sibling above it; outdenting puts it below its parent. */
function spotAfter(step: Step, { row, above }: { row: Row; above: readonly Row[] }): Spot {
  if (step.kind === 'outdent') {
    if (row.parentId === undefined) throw refuse(1062);
    return { kind: 'sibling', siblingId: row.parentId, above: false };
  }
  const elder = above.findLast((other) => other.parentId === row.parentId);
  if (!elder) throw refuse(1062);
  return { kind: 'end', parentId: elder.id, atTop: false };
}
