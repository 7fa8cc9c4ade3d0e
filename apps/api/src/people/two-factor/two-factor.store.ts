import type { Db } from '@picksync/db';

export type TwoFactorState = {
  email: string;
  passwordHash: string | null;
  totpSecretSealed: string | null;
  totpEnabledAt: Date | null;
  recoveryCodeHashes: string[];
  /** How many there are. */
  passkeys: number;
};

const state = {
  email: true,
  passwordHash: true,
  totpSecretSealed: true,
  totpEnabledAt: true,
  recoveryCodeHashes: true,
  passkeys: { select: { id: true } },
} as const;

export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactorState> {
  const { passkeys, ...user } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: state });
  return { ...user, passkeys: passkeys.length };
}

/** Stores a secret that is not confirmed yet. Returns false when two-factor sign-in is on. */
export async function savePendingSecret(
  db: Db,
  { userId, sealed }: { userId: string; sealed: string },
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, totpEnabledAt: null },
    data: { totpSecretSealed: sealed, totpLastStep: null },
  });
  return count === 1;
}

type Enabling = { userId: string; sealed: string; step: number; hashes: string[]; at: Date };

/** Switches two-factor sign-in on. Returns false when it is on, or another secret was made meanwhile. */
export async function saveTotp(db: Db, { userId, sealed, step, hashes, at }: Enabling): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, totpSecretSealed: sealed, totpEnabledAt: null },
    data: { totpEnabledAt: at, totpLastStep: step, recoveryCodeHashes: hashes },
  });
  return count === 1;
}

/** Switches two-factor sign-in off. Returns false when it is not on. */
export async function removeTotp(db: Db, userId: string): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, totpEnabledAt: { not: null } },
    data: { totpSecretSealed: null, totpEnabledAt: null, totpLastStep: null, recoveryCodeHashes: [] },
  });
  return count === 1;
}

/** Replaces the recovery codes. Returns false when two-factor sign-in is not on. */
export async function saveRecoveryCodes(
  db: Db,
  { userId, hashes }: { userId: string; hashes: string[] },
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, totpEnabledAt: { not: null } },
    data: { recoveryCodeHashes: hashes },
  });
  return count === 1;
}

/** Uses up a time step. Returns false when it, or a later one, was used before. */
export async function takeStep(
  db: Db,
  { userId, sealed, step }: { userId: string; sealed: string; step: number },
): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: {
      id: userId,
      totpSecretSealed: sealed,
      totpEnabledAt: { not: null },
      OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }],
    },
    data: { totpLastStep: step },
  });
  return count === 1;
}

/** Uses up a recovery code, by its hash. Returns false when there is none. */
export async function takeRecoveryCode(
  db: Db,
  { userId, hashes }: { userId: string; hashes: string[] },
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE users SET recovery_code_hashes = ARRAY(
      SELECT one FROM unnest(recovery_code_hashes) WITH ORDINALITY AS kept (one, place)
      WHERE one <> ALL(${hashes}) ORDER BY place)
    WHERE id = ${userId}::uuid AND totp_enabled_at IS NOT NULL AND recovery_code_hashes && ${hashes}`;
  return count === 1;
}
