import type { CodePurpose, Db, Prisma } from '@picksync/db';

type SavedState = {
  userId: string | null;
  purpose: CodePurpose;
  codeHash: string;
  payload: Prisma.InputJsonObject;
  createdAt: Date;
  expiresAt: Date;
};

export async function saveSignInState(db: Db, state: SavedState): Promise<void> {
  await db.oneTimeCode.create({ data: { ...state, kind: 'link' } });
}

/** Uses up a state and returns its payload; null when there is none that is still valid. */
export async function claimSignInState(
  db: Db,
  { purpose, codeHash, at }: { purpose: CodePurpose; codeHash: string; at: Date },
): Promise<{ payload: unknown } | null> {
  const [claimed] = await db.$queryRaw<{ payload: unknown }[]>`
    UPDATE one_time_codes SET used_at = ${at}
    WHERE code_hash = ${codeHash} AND purpose = ${purpose}::code_purpose AND kind = 'link'
      AND used_at IS NULL AND expires_at > ${at}
    RETURNING payload`;
  return claimed ?? null;
}
