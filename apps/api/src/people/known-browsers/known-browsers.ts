import { AppError, type KnownBrowserView } from '@picksync/contracts';
import type { Database, Db, Tx } from '@picksync/db';
import { lockUser } from '../../base/entitlements.store.ts';
import type { KeyedHash } from '../../base/keyed-hash.ts';
import { networkPrefix } from '../../base/network.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import type { Caller } from '../../http/caller.ts';
import { deviceOf } from '../sessions/device.ts';
import {
  beginRemembering,
  createBrowser,
  deleteBrowser,
  deleteBrowsersOf,
  deleteSurplusBrowsers,
  findBrowsersOf,
  findKnownBrowser,
  renewBrowserToken,
} from './known-browsers.store.ts';

export type KnownBrowserDeps = {
  keyedHash: KeyedHash;
  newSecret: () => string;
  newId: () => string;
  sendMailLater: SendMailLater;
  now: () => Date;
};

/** How many browsers of one person are remembered. */
const perPerson = 30;

type HashDeps = Pick<KnownBrowserDeps, 'keyedHash'>;

function hashOf(token: string, { keyedHash }: HashDeps): string {
  return keyedHash('known-browser', token);
}

function hashesOf(tokens: readonly string[], deps: HashDeps): string[] {
  return tokens.map((token) => hashOf(token, deps));
}

/**
 * Returns the id of this browser where somebody has signed in to the account of an address in it before; null for an
 * unknown browser.
 */
export async function recognizeBrowser(
  { email, browserTokens }: { email: string; browserTokens: readonly string[] },
  { db, ...deps }: HashDeps & { db: Db },
): Promise<string | null> {
  if (browserTokens.length === 0) return null;
  return findKnownBrowser(db, { email, tokenHashes: hashesOf(browserTokens, deps) });
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
  tx: Tx,
  { userId, browserTokens, userAgent, ipAddress }: SignInPlace,
  deps: KnownBrowserDeps,
): Promise<{ id: string; tokens: string[] }> {
  const at = deps.now();
  const token = deps.newSecret();
  const signIn = {
    userId,
    tokenHash: hashOf(token, deps),
    userAgent: userAgent?.slice(0, 300) ?? null,
    ipAddress: networkPrefix(ipAddress),
    lastSignIn: at,
  };
  const isFirst = await beginRemembering(tx, { userId, at });
  const renewed = await renewBrowserToken(tx, signIn, hashesOf(browserTokens, deps));
  const others = browserTokens.filter((other) => hashOf(other, deps) !== renewed?.replacedHash);
  const tokens = [token, ...others];
  if (renewed) return { id: renewed.id, tokens };
  const id = deps.newId();
  await createBrowser(tx, { id, ...signIn });
  await deleteSurplusBrowsers(tx, { userId, keep: perPerson });
  if (!isFirst) await deps.sendMailLater(tx, { mail: 'new_browser', knownBrowserId: id, key: id });
  return { id, tokens };
}

export type BrowserListDeps = HashDeps & { db: Database['prisma']; now: () => Date };

/** Returns the browsers in which somebody has signed in to an account. */
export async function listKnownBrowsers(
  { user }: Caller,
  browserTokens: readonly string[],
  deps: BrowserListDeps,
): Promise<KnownBrowserView[]> {
  const own = hashesOf(browserTokens, deps);
  const rows = await findBrowsersOf(deps.db, user.id);
  return rows.map(({ id, tokenHash, userAgent, ipAddress, createdAt, lastSignIn }) => ({
    id,
    ...deviceOf(userAgent),
    network: ipAddress,
    createdAt: createdAt.toISOString(),
    lastSignIn: lastSignIn.toISOString(),
    isCurrent: own.includes(tokenHash),
  }));
}

/** Forgets a browser and ends its sessions, except the caller's own. Throws `not_found` when it is not the caller's. */
export function forgetBrowser(
  { caller: { user, session }, id, ipAddress }: { caller: Caller; id: string; ipAddress: string },
  { db, now }: BrowserListDeps,
): Promise<void> {
  const userId = user.id;
  return db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await deleteBrowser(tx, { userId, id, keepSession: session.id }))) throw new AppError('not_found');
    await recordAudit(tx, { userId, action: 'browser_forgotten', network: ipAddress, at: now() });
  });
}

/** Forgets every browser of a user except this one: an intruder's browser is unknown again. */
export function forgetOtherBrowsers(
  tx: Tx,
  { userId, browserTokens }: { userId: string; browserTokens: readonly string[] },
  deps: HashDeps,
): Promise<void> {
  return deleteBrowsersOf(tx, { userId, keepHashes: hashesOf(browserTokens, deps) });
}
