import { AppError } from '@picksync/contracts';
import { Prisma } from '@picksync/db';

/** The end of a page of a list that is sorted by age: the time and the id of its last row. */
export type Position = { at: Date; id: string };

const cursorPattern = /^(\d{1,15})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Returns a position as a cursor, which is opaque to the browser. */
export function toCursor({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/** Returns the position behind a cursor; null for the first page. Throws `validation_failed` for any other text. */
export function parseCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [, ms, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!ms || !id) throw new AppError('validation_failed', { errors: { cursor: 'This page does not exist' } });
  return { at: new Date(Number(ms)), id };
}

/**
 * Returns Prisma's condition for the rows below a position, in a list sorted by a time and then the id, newest first. `condition` says
 * which column the time is. Every row is below null.
 */
export function belowPosition<Condition extends object>(
  position: Position | null,
  condition: (at: Date | { lt: Date }) => Condition,
): { OR?: [Condition, Condition & { id: { lt: string } }] } {
  if (position === null) return {};
  const { at, id } = position;
  return { OR: [condition({ lt: at }), { ...condition(at), id: { lt: id } }] };
}

/** The same in SQL; `columns` are the time and the id: `e.at, e.id`. */
export function belowPositionSql(position: Position | null, columns: Prisma.Sql): Prisma.Sql {
  return position ? Prisma.sql`(${columns}) < (${position.at}, ${position.id}::uuid)` : Prisma.sql`true`;
}

/** Returns the page and the cursor of the next one, from one row more than the page holds. */
export function toPage<Row>(rows: Row[], limit: number, positionOfRow: (row: Row) => Position) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? toCursor(positionOfRow(last)) : null };
}
