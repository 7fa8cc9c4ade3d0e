import type { Db, Passkey, Prisma } from '@picksync/db';

/** Returns the passkeys of a user, the oldest first. Their number is limited. */
export function findPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db.passkey.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/** Returns a passkey by the id that its authenticator chose, with its owner's address. */
export function findPasskey(db: Db, credentialId: string) {
  return db.passkey.findUnique({
    where: { credentialId },
    include: { user: { select: { email: true, isVerified: true } } },
  });
}

/** Adds a passkey. Returns false when somebody has it already. */
export async function insertPasskey(db: Db, data: Prisma.PasskeyCreateManyInput): Promise<boolean> {
  const { count } = await db.passkey.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** Records a use. Returns false when the passkey is gone, or its counter has changed since `from` was read. */
export async function notePasskeyUse(
  db: Db,
  { id, from, counter, at }: { id: string; from: bigint; counter: bigint; at: Date },
): Promise<boolean> {
  const { count } = await db.passkey.updateMany({
    where: { id, counter: from },
    data: { counter, lastUsedAt: at },
  });
  return count === 1;
}

/** Removes a passkey of a user and returns its name; null when they have no such one. */
export async function deletePasskey(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<string | null> {
  const [removed] = await db.$queryRaw<{ name: string }[]>`
    DELETE FROM passkeys WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING name`;
  return removed?.name ?? null;
}
