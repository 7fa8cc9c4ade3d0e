import {
  AppError,
  type ProviderOutcome,
  type SignInProvider,
  signInProviderNames,
  signInProviders,
} from '@picksync/contracts';
import { isUniqueViolation, type Tx } from '@picksync/db';
import * as z from 'zod';
import { lockSession } from '../../base/acting-session.ts';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { assertRecentStepUp } from '../../base/recent-step-up.ts';
import { type Actor, recordAndTell } from '../../base/record-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { claimLink, createLink } from '../one-time-codes/one-time-codes.store.ts';
import { type HeldSession, replaceToken } from '../sessions/sessions.ts';
import type { Identity } from './identity.ts';
import { deleteLink, findSignInMethods, findUserOfKey, saveLink } from './linked-providers.store.ts';
import { purposes, stateMs } from './sign-in-state.ts';

/** Returns which of this installation's providers open the caller's account. */
export async function listProviders(context: Context, { user }: Caller) {
  const { hasPassword, links } = await findSignInMethods(context.db, user.id);
  const providers = context.settings.signInApps.map(({ provider }) => {
    const link = links[provider];
    const linkedAt = link?.at?.toISOString() ?? null;
    return { provider, isLinked: link !== null, email: link?.email ?? null, linkedAt };
  });
  return { providers, hasPassword };
}

type Linking = HeldSession & Actor & { identity: Identity };

/**
 * Links a provider to the account of somebody who is signed in. Its address has to be verified on both sides. Returns the
 * session's new cookie as well; null when it keeps the one it has.
 */
export async function linkProvider(
  context: Context,
  { identity, userId, network, session, cookie }: Linking,
): Promise<{ outcome: ProviderOutcome; token: string | null }> {
  const notLinked = (outcome: ProviderOutcome) => ({ outcome, token: null });
  if (!identity.isEmailVerified) return notLinked('address_not_verified');
  const { provider } = identity;
  try {
    return await context.db.$transaction(async (tx) => {
      await lockUser(tx, userId);
      const at = context.now();
      // The session may have ended during the call to the provider.
      if (!(await lockSession(tx, { id: session.id, userId, at }))) return notLinked('expired');
      const owner = await findUserOfKey(tx, identity);
      if (owner) return notLinked(owner.id === userId ? 'linked' : 'taken');
      const { links } = await findSignInMethods(tx, userId);
      if (links[provider] !== null) return notLinked('already_linked');
      await saveLink(tx, userId, { ...identity, at });
      const entry = { userId, action: 'sign_in_linked', network, details: { method: provider } } as const;
      await recordAndTell(context, tx, { ...entry, at });
      return { outcome: 'linked', token: await replaceToken({ ...context, db: tx }, { session, cookie }) };
    });
  } catch (error) {
    // Another user was linked to it at the same moment.
    if (isUniqueViolation(error)) return notLinked('taken');
    throw error;
  }
}

/** Takes a provider away from the caller's account. Throws `last_way_in` when there is no other way in. */
export function unlinkProvider(
  context: Context,
  { caller, provider, network }: { caller: Caller; provider: SignInProvider; network: string },
): Promise<string> {
  const userId = caller.user.id;
  assertRecentStepUp(caller.session, { now: context.now() });
  const name = signInProviderNames[provider];
  return context.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const { hasPassword, links } = await findSignInMethods(tx, userId);
    if (links[provider] === null) return `${name} is not linked.`;
    const others = Object.entries(links).filter(([other, link]) => other !== provider && link !== null);
    if (!hasPassword && others.length === 0) throw new AppError('last_way_in');
    await deleteLink(tx, userId, provider);
    const details = { method: provider };
    const entry = { userId, action: 'sign_in_unlinked', network, details } as const;
    await recordAndTell(context, tx, { ...entry, at: context.now() });
    return `${name} is unlinked.`;
  });
}

const pending = z.object({ key: z.string(), email: z.string() });

/**
 * Stores an identity whose address has an account already. Returns the token by which the browser links it with its
 * next login to that account, within ten minutes: only a browser that has signed in at the provider has the token.
 */
export async function keepPendingLink(
  context: Context,
  tx: Tx,
  { provider, key, email }: { provider: SignInProvider; key: string; email: string },
): Promise<string> {
  const secret = context.newSecret();
  await createLink(tx, {
    userId: null,
    purpose: purposes[provider],
    codeHash: context.keyedHash('pending-link', secret),
    payload: { key, email },
    at: context.now(),
    lifeMs: stateMs,
  });
  return `${provider}.${secret}`;
}

/**
 * Links the identity that waits in this browser to the account of the sign-in. The provider must vouch for the address,
 * and it must be the account's own verified one; otherwise nothing is linked.
 */
export async function takePendingLink(
  context: Context,
  tx: Tx,
  { userId, token, network }: Actor & { token: string | undefined },
): Promise<void> {
  const [name, secret = ''] = (token ?? '').split('.');
  const provider = signInProviders.find((each) => each === name);
  if (!provider) return;
  const at = context.now();
  const codeHashes = context.keyedHash.all('pending-link', secret);
  const wanted = { purpose: purposes[provider], codeHashes, at };
  const { data } = pending.safeParse((await claimLink(tx, wanted))?.payload);
  if (!data) return;
  await lockUser(tx, userId);
  const { email, links } = await findSignInMethods(tx, userId);
  const link = { provider, ...data, at };
  if (email !== data.email || links[provider] !== null || (await findUserOfKey(tx, link))) return;
  await saveLink(tx, userId, link);
  const entry = { userId, action: 'sign_in_linked', network, details: { method: provider } } as const;
  await recordAndTell(context, tx, { ...entry, at });
}
