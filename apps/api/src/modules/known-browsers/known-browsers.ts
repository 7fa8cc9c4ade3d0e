import { AppError, type KnownBrowserView } from '@picksync/contracts';
import type { Database, Db, Tx } from '@picksync/db';
import type { Caller } from '../../http/caller.ts';
import { networkPrefix } from '../../http/network.ts';
import type { KeyedHash } from '../../keyed-hash.ts';
import type { SendMailLater } from '../../mail/send-mail-later.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { deviceOf } from '../sessions/device.ts';
import {
  beginRemembering,
  deleteBrowser,
  deleteBrowsersOf,
  deleteSurplusBrowsers,
  findBrowsersOf,
  hasKnownBrowser,
  saveBrowser,
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

/** Returns whether somebody has signed in to the account of an address in this browser before. */
export async function isKnownTo(
  email: string,
  token: string | undefined,
  { db, ...deps }: HashDeps & { db: Db },
): Promise<boolean> {
  return token !== undefined && hasKnownBrowser(db, { email, tokenHash: hashOf(token, deps) });
}

export type SignInPlace = {
  userId: string;
  /** The token that the browser has from an earlier sign-in to any account. */
  browserToken: string | undefined;
  userAgent: string | undefined;
  ipAddress: string;
};

/**
 * Remembers the browser of a sign-in. A browser that is new to the account is reported by mail, except the very first
 * one. Returns the token that the browser keeps.
 */
export async function rememberBrowser(
  tx: Tx,
  { userId, browserToken, userAgent, ipAddress }: SignInPlace,
  deps: KnownBrowserDeps,
): Promise<{ id: string; token: string }> {
  const at = deps.now();
  const token = browserToken ?? deps.newSecret();
  const isFirst = await beginRemembering(tx, { userId, at });
  const { id, isNew } = await saveBrowser(tx, {
    id: deps.newId(),
    userId,
    tokenHash: hashOf(token, deps),
    userAgent: userAgent?.slice(0, 300) ?? null,
    ipAddress: networkPrefix(ipAddress),
    at,
  });
  await deleteSurplusBrowsers(tx, { userId, keep: perPerson });
  if (isNew && !isFirst) await deps.sendMailLater(tx, { mail: 'new_browser', knownBrowserId: id, key: id });
  return { id, token };
}

export type BrowserListDeps = HashDeps & { db: Database['prisma']; now: () => Date };

/** Returns the browsers in which somebody has signed in to an account. */
export async function listKnownBrowsers(
  { user }: Caller,
  browserToken: string | undefined,
  deps: BrowserListDeps,
): Promise<KnownBrowserView[]> {
  const own = browserToken === undefined ? null : hashOf(browserToken, deps);
  const rows = await findBrowsersOf(deps.db, user.id);
  return rows.map(({ id, tokenHash, userAgent, ipAddress, createdAt, lastSignIn }) => ({
    id,
    ...deviceOf(userAgent),
    network: ipAddress,
    createdAt: createdAt.toISOString(),
    lastSignIn: lastSignIn.toISOString(),
    isCurrent: tokenHash === own,
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
  { userId, browserToken }: { userId: string; browserToken: string | undefined },
  deps: HashDeps,
): Promise<void> {
  const keepHash = browserToken === undefined ? null : hashOf(browserToken, deps);
  return deleteBrowsersOf(tx, { userId, keepHash });
}
