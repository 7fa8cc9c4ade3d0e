import type { SignInProvider } from '@picksync/contracts';
import type { Db, Prisma } from '@picksync/db';

const columns = { google: 'googleId', microsoft: 'microsoftId' } as const;

type Whose = { provider: SignInProvider; key: string };

/** Finds the user whom a provider's key opens. */
export function findUserOfKey(
  db: Db,
  { provider, key }: Whose,
): Promise<{ id: string; isVerified: boolean; timeZone: string | null } | null> {
  const where = { [columns[provider]]: key } as { googleId: string } | { microsoftId: string };
  return db.user.findUnique({ where, select: { id: true, isVerified: true, timeZone: true } });
}

type NewUser = Pick<
  Prisma.UserUncheckedCreateInput,
  'trialStartDate' | 'trialEndDate' | 'maxConfigurations'
> & { email: string; timeZone: string | null };

/**
 * Creates the verified user of an address that a provider vouches for, or opens the one that somebody registered and never
 * verified: the password of that registration goes. Call it under `lockAddress`, and never for a verified user.
 */
export async function saveUserOfKey(db: Db, { provider, key }: Whose, user: NewUser): Promise<string> {
  const opened = {
    ...user,
    isVerified: true,
    authProvider: provider,
    passwordHash: null,
    declinedPasswordHash: null,
    passwordNeedsUpdate: false,
    [columns[provider]]: key,
  };
  const { id } = await db.user.upsert({
    where: { email: user.email },
    create: opened,
    update: opened,
    select: { id: true },
  });
  return id;
}

export async function saveKey(db: Db, id: string, { provider, key }: Whose): Promise<void> {
  await db.user.update({ where: { id }, data: { [columns[provider]]: key }, select: { id: true } });
}

export async function deleteKey(db: Db, id: string, provider: SignInProvider): Promise<void> {
  await db.user.update({ where: { id }, data: { [columns[provider]]: null }, select: { id: true } });
}

/** The ways into an account. */
export type WaysIn = { hasPassword: boolean; keys: Record<SignInProvider, string | null> };

export async function findWaysIn(db: Db, id: string): Promise<WaysIn> {
  const { passwordHash, googleId, microsoftId } = await db.user.findUniqueOrThrow({
    where: { id },
    select: { passwordHash: true, googleId: true, microsoftId: true },
  });
  return { hasPassword: passwordHash !== null, keys: { google: googleId, microsoft: microsoftId } };
}
