import type { Db, KnownBrowser } from '@picksync/db';

/** Returns whether somebody has signed in to the account of an address in a browser before. One statement in every case. */
export async function hasKnownBrowser(
  db: Db,
  { email, tokenHash }: { email: string; tokenHash: string },
): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT FROM known_browsers b JOIN users u ON u.id = b.user_id
    WHERE u.email = ${email} AND b.token_hash = ${tokenHash}`;
  return found.length > 0;
}

type SignInThere = {
  id: string;
  userId: string;
  tokenHash: string;
  userAgent: string | null;
  ipAddress: string;
  at: Date;
};

/** Remembers a browser, or that it was used again. Returns its id, and whether it is new to the account. */
export async function saveBrowser(
  tx: Db,
  { id, userId, tokenHash, userAgent, ipAddress, at }: SignInThere,
): Promise<{ id: string; isNew: boolean }> {
  const [saved] = await tx.$queryRaw<[{ id: string }]>`
    INSERT INTO known_browsers AS b (id, user_id, token_hash, user_agent, ip_address, created_at, last_sign_in)
    VALUES (${id}::uuid, ${userId}::uuid, ${tokenHash}, ${userAgent}, ${ipAddress}, ${at}, ${at})
    ON CONFLICT (user_id, token_hash) DO UPDATE
      SET user_agent = EXCLUDED.user_agent, ip_address = EXCLUDED.ip_address, last_sign_in = EXCLUDED.last_sign_in
    RETURNING b.id`;
  return { id: saved.id, isNew: saved.id === id };
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

/** Returns the remembered browsers of a user, the latest sign-in first. */
export function findBrowsersOf(db: Db, userId: string): Promise<KnownBrowser[]> {
  return db.knownBrowser.findMany({
    where: { userId },
    orderBy: [{ lastSignIn: 'desc' }, { id: 'desc' }],
  });
}

/**
 * Ends the sessions in a browser of a user except one, and forgets the browser. Returns false when the user has no such
 * browser.
 */
export async function deleteBrowser(
  tx: Db,
  { userId, id, keepSession }: { userId: string; id: string; keepSession: string },
): Promise<boolean> {
  await tx.session.deleteMany({ where: { userId, knownBrowserId: id, id: { not: keepSession } } });
  const { count } = await tx.knownBrowser.deleteMany({ where: { id, userId } });
  return count === 1;
}

/** Forgets the browsers of a user but one. */
export async function deleteBrowsersOf(
  db: Db,
  { userId, keepHash }: { userId: string; keepHash: string | null },
): Promise<void> {
  await db.knownBrowser.deleteMany({
    where: { userId, ...(keepHash !== null && { tokenHash: { not: keepHash } }) },
  });
}

/** Reads what the mail about a new browser says; null when it was forgotten since. */
export function findBrowserToTell(db: Db, id: string) {
  return db.knownBrowser.findUnique({
    where: { id },
    select: {
      userAgent: true,
      ipAddress: true,
      createdAt: true,
      user: { select: { id: true, email: true, timeZone: true } },
    },
  });
}
