import type { Db } from '@picksync/db';

/** What an account can prove itself with. */
export function findProofs(db: Db, userId: string): Promise<{ passwordHash: string | null }> {
  return db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
}
