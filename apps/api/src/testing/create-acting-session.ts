import { randomUUID } from 'node:crypto';
import type { Context } from '../base/context.ts';

/** Creates a session of a user, for calls of rules that ask whether it goes on. Nobody has its cookie. */
export function createActingSession(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
): Promise<{ id: string }> {
  const expiresAt = new Date(now().getTime() + 60_000);
  return db.session.create({ data: { userId, tokenHash: randomUUID(), expiresAt }, select: { id: true } });
}
