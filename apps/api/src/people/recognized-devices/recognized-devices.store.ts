import type { Db } from '@picksync/db';

/**
 * Returns the recognized device with one of these tokens for the account of an address; null if there is none. Always takes one
 * statement, so that the time tells nothing about the address.
 */
export async function findRecognizedDevice(
  db: Db,
  { email, tokenHashes }: { email: string; tokenHashes: string[] },
): Promise<string | null> {
  const [found] = await db.$queryRaw<{ id: string }[]>`
    SELECT b.id FROM known_browsers b JOIN users u ON u.id = b.user_id
    WHERE u.email = ${email} AND b.token_hash = ANY(${tokenHashes})
    ORDER BY b.last_sign_in DESC LIMIT 1`;
  return found?.id ?? null;
}

type SignInThere = {
  userId: string;
  tokenHash: string;
  userAgent: string | null;
  ipAddress: string;
  lastSignIn: Date;
};

/**
 * Replaces the token of the user's recognized device that has one of these tokens. Returns its id and the hash of the old token;
 * null if the user has no such browser.
 */
export async function renewBrowserToken(
  tx: Db,
  { userId, ...signIn }: SignInThere,
  knownHashes: string[],
): Promise<{ id: string; replacedHash: string } | null> {
  const known = await tx.recognizedDevice.findFirst({
    where: { userId, tokenHash: { in: knownHashes } },
    orderBy: { lastSignIn: 'desc' },
    select: { id: true, tokenHash: true },
  });
  if (!known) return null;
  const { count } = await tx.recognizedDevice.updateMany({ where: { userId, ...known }, data: signIn });
  return count === 1 ? { id: known.id, replacedHash: known.tokenHash } : null;
}

/** Notes that the browsers of a user are remembered from now on. Returns false when they were before. */
export async function beginRemembering(
  tx: Db,
  { userId, at }: { userId: string; at: Date },
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, browsersKnownSince: null },
    data: { browsersKnownSince: at },
  });
  return count === 1;
}

/** Deletes the browsers of a user beyond a number, those with the oldest sign-in first. */
export async function deleteSurplusBrowsers(
  db: Db,
  { userId, keep }: { userId: string; keep: number },
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM known_browsers WHERE id IN (
      SELECT id FROM known_browsers WHERE user_id = ${userId}::uuid
      ORDER BY last_sign_in DESC, id DESC OFFSET ${keep})`;
}

/**
 * Ends the sessions in a browser of a user except one, and forgets the browser. Returns false when the user has no such
 * browser.
 */
export async function deleteBrowser(
  tx: Db,
  { userId, id, keepSession }: { userId: string; id: string; keepSession: string },
): Promise<boolean> {
  await tx.session.deleteMany({ where: { userId, recognizedDeviceId: id, id: { not: keepSession } } });
  const { count } = await tx.recognizedDevice.deleteMany({ where: { id, userId } });
  return count === 1;
}
