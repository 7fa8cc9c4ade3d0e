import type { Db, Prisma } from '@picksync/db';

/** Saves the hash of a `state` and voids the ones before it: a user connects once at a time. */
export async function saveState(
  db: Db,
  state: { userId: string; codeHash: string; payload: Prisma.InputJsonObject; at: Date; expiresAt: Date },
): Promise<void> {
  const { at, ...data } = state;
  const purpose = 'connect_smartsheet';
  await db.oneTimeCode.updateMany({
    where: { userId: data.userId, purpose, usedAt: null },
    data: { usedAt: at },
  });
  await db.oneTimeCode.create({ data: { ...data, purpose, kind: 'link', createdAt: at } });
}

/** Uses up a state and returns its payload; null when there is none that is still valid. */
export async function claimState(
  db: Db,
  { userId, codeHash, at }: { userId: string; codeHash: string; at: Date },
): Promise<{ payload: unknown } | null> {
  const [claimed] = await db.$queryRaw<{ payload: unknown }[]>`
    UPDATE one_time_codes SET used_at = ${at}
    WHERE user_id = ${userId}::uuid AND code_hash = ${codeHash} AND purpose = 'connect_smartsheet'
      AND used_at IS NULL AND expires_at > ${at}
    RETURNING payload`;
  return claimed ?? null;
}
