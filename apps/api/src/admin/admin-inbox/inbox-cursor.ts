import { cursorOf, type Position, positionOf } from '../../base/cursor.ts';

/** A place in the inbox: what a message is worth, then its age. */
export type InboxPosition = Position & { rank: number };

export function inboxCursorOf({ rank, ...position }: InboxPosition): string {
  return `${rank}.${cursorOf(position)}`;
}

/** Returns the place behind a cursor; null for the first page. Throws `validation_failed` for any other text. */
export function inboxPositionOf(cursor: string | undefined): InboxPosition | null {
  if (cursor === undefined) return null;
  const [, rank, rest] = /^(\d{1,2})\.(.+)$/.exec(cursor) ?? [];
  const position = positionOf(rest ?? '');
  return position && { ...position, rank: Number(rank) };
}
