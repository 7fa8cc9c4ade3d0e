import type { Db, Tx } from '@picksync/db';
import { countLiveApiKeys } from '../api-keys/api-keys.store.ts';
import { noProviders } from '../sign-in-providers/linked-providers.store.ts';

/** Removes the passkeys and linked sign-ins of an account. A second factor stays. */
export async function deleteOtherSignInMethods(tx: Tx, userId: string): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: noProviders });
  await tx.passkey.deleteMany({ where: { userId } });
}

/** What opens an account beside its password. */
export type OtherSignInMethods = { passkeys: number; linkedSignIns: number; apiKeys: number };

export async function findOtherSignInMethods(
  db: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<OtherSignInMethods> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { googleId: true, microsoftId: true, passkeys: { select: { id: true } } },
  });
  const linked = [user?.googleId, user?.microsoftId].filter((key) => key !== null && key !== undefined);
  return {
    passkeys: user?.passkeys.length ?? 0,
    linkedSignIns: linked.length,
    apiKeys: await countLiveApiKeys(db, { userId, at }),
  };
}
