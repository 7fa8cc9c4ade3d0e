import { AppError, type RecognizedDeviceView } from '@picksync/contracts';
import type { Db, Tx } from '@picksync/db';
import type { Context, TxContext } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { toNetworkPrefix } from '../../base/network.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { toDevice } from './device.ts';

/** How many browsers of one person are remembered. */
const perPerson = 30;

function hashTokens({ keyedHash }: Pick<Context, 'keyedHash'>, tokens: readonly string[]): string[] {
  return tokens.flatMap((token) => keyedHash.all('known-browser', token));
}

/**
 * Returns the id of this browser where somebody has signed in to the account of an address in it before; null for an
 * unknown browser.
 */
export async function recognizeBrowser(
  context: TxContext,
  { email, browserTokens }: { email: string; browserTokens: readonly string[] },
): Promise<string | null> {
  if (browserTokens.length === 0) return null;
  return findRecognizedDevice(context.db, { email, tokenHashes: hashTokens(context, browserTokens) });
}

export type SignInPlace = {
  userId: string;
  /** The tokens of the browser, for this account and others. */
  browserTokens: readonly string[];
  userAgent: string | undefined;
  ipAddress: string;
};

/**
 * Remembers the browser of a sign-in. A browser that is new to the account is reported by mail, except the very first
 * one. Returns the tokens that the browser keeps. This account gets a new one at each sign-in: a token that somebody put
 * there, or that belongs to another account of the same computer, never becomes this account's.
 */
export async function rememberBrowser(
  context: Context,
  tx: Tx,
  { userId, browserTokens, userAgent, ipAddress }: SignInPlace,
): Promise<{ id: string; tokens: string[] }> {
  const at = context.now();
  const token = context.newSecret();
  const signIn = {
    userId,
    tokenHash: context.keyedHash('known-browser', token),
    userAgent: userAgent?.slice(0, 300) ?? null,
    ipAddress: toNetworkPrefix(ipAddress),
    lastSignIn: at,
  };
  const isFirst = await beginRemembering(tx, { userId, at });
  const renewed = await renewBrowserToken(tx, signIn, hashTokens(context, browserTokens));
  const isReplaced = (other: string) => hashTokens(context, [other]).includes(renewed?.replacedHash ?? '');
  const others = browserTokens.filter((other) => !isReplaced(other));
  const tokens = [token, ...others];
  if (renewed) return { id: renewed.id, tokens };
  const id = context.newId();
  await tx.recognizedDevice.create({ data: { id, ...signIn, createdAt: at } });
  await deleteSurplusBrowsers(tx, { userId, keep: perPerson });
  if (!isFirst) await context.sendMailLater(tx, { mail: 'new_browser', recognizedDeviceId: id, key: id });
  return { id, tokens };
}

/** Returns the browsers in which somebody has signed in to an account, the latest sign-in first. */
export async function listRecognizedDevices(
  context: Context,
  { user }: Caller,
  browserTokens: readonly string[],
): Promise<RecognizedDeviceView[]> {
  const own = hashTokens(context, browserTokens);
  const rows = await context.db.recognizedDevice.findMany({
    where: { userId: user.id },
    orderBy: [{ lastSignIn: 'desc' }, { id: 'desc' }],
  });
  return rows.map(({ id, tokenHash, userAgent, ipAddress, createdAt, lastSignIn }) => ({
    id,
    ...toDevice(userAgent),
    network: ipAddress,
    createdAt: createdAt.toISOString(),
    lastSignIn: lastSignIn.toISOString(),
    isCurrent: own.includes(tokenHash),
  }));
}

/** Forgets a browser and ends its sessions, except the caller's own. Throws `not_found` when it is not the caller's. */
export function forgetBrowser(
  context: Context,
  { caller: { user, session }, id, ipAddress }: { caller: Caller; id: string; ipAddress: string },
): Promise<void> {
  const userId = user.id;
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await deleteBrowser(tx, { userId, id, keepSession: session.id }))) throw new AppError('not_found');
    await recordAudit(tx, { userId, action: 'browser_forgotten', network: ipAddress, at: context.now() });
  });
}

/** Forgets every browser of a user except this one: an intruder's browser is unknown again. */
export async function forgetOtherBrowsers(
  context: Context,
  tx: Tx,
  { userId, browserTokens }: { userId: string; browserTokens: readonly string[] },
): Promise<void> {
  const own = hashTokens(context, browserTokens);
  await tx.recognizedDevice.deleteMany({ where: { userId, tokenHash: { notIn: own } } });
}

/**
 * Returns the recognized device with one of these tokens for the account of an address; null if there is none. Always takes one
 * statement, so that the time tells nothing about the address.
 */
async function findRecognizedDevice(
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
async function renewBrowserToken(
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
async function beginRemembering(tx: Db, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, browsersKnownSince: null },
    data: { browsersKnownSince: at },
  });
  return count === 1;
}

/** Deletes the browsers of a user beyond a number, those with the oldest sign-in first. */
async function deleteSurplusBrowsers(
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
async function deleteBrowser(
  tx: Db,
  { userId, id, keepSession }: { userId: string; id: string; keepSession: string },
): Promise<boolean> {
  await tx.session.deleteMany({ where: { userId, recognizedDeviceId: id, id: { not: keepSession } } });
  const { count } = await tx.recognizedDevice.deleteMany({ where: { id, userId } });
  return count === 1;
}
