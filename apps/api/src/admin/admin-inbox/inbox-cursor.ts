import { type Position, parseCursor, toCursor } from '../../base/cursor.ts';

/** A place in the inbox: what a message is worth, then its age. */
export type InboxPosition = Position & { rank: number };

export function toInboxCursor({ rank, ...position }: InboxPosition): string {
  return `${rank}.${toCursor(position)}`;
}

/** Returns the place behind a cursor; null for the first page. Throws `validation_failed` for any other text. */
export function parseInboxCursor(cursor: string | undefined): InboxPosition | null {
  if (cursor === undefined) return null;
  const [, rank, rest] = /^(\d{1,2})\.(.+)$/.exec(cursor) ?? [];
  const position = parseCursor(rest ?? '');
  return position && { ...position, rank: Number(rank) };
}
