import {
  AppError,
  type ProviderOutcome,
  type SignInProvider,
  signInProviderNames,
} from '@picksync/contracts';
import type { Database } from '@picksync/db';
import type { Caller } from '../../http/caller.ts';
import type { SendMailLater } from '../../mail/send-mail-later.ts';
import { recordAndTell } from '../audit/record-audit.ts';
import { lockUser } from '../entitlements/entitlements.store.ts';
import { assertRecentProof } from '../sessions/recent-proof.ts';
import type { Identity } from './identity.ts';
import { deleteKey, findUserOfKey, findWaysIn, saveKey } from './linked-providers.store.ts';
import type { SignInApp } from './sign-in-apps.ts';

export type LinkDeps = {
  db: Database['prisma'];
  sendMailLater: SendMailLater;
  now: () => Date;
  signInApps: SignInApp[];
};

/** Returns which of this installation's providers open the caller's account. */
export async function listProviders({ user }: Caller, { db, signInApps }: LinkDeps) {
  const { hasPassword, keys } = await findWaysIn(db, user.id);
  const providers = signInApps.map(({ provider }) => ({ provider, isLinked: keys[provider] !== null }));
  return { providers, hasPassword };
}

/** Links a provider to the account of somebody who is signed in. Its address has to be verified on both sides. */
export async function linkProvider(
  { identity, userId, network }: { identity: Identity; userId: string; network: string },
  deps: LinkDeps,
): Promise<ProviderOutcome> {
  if (!identity.isEmailVerified) return 'address_not_verified';
  const { provider, key } = identity;
  try {
    return await deps.db.$transaction(async (tx) => {
      await lockUser(tx, userId);
      const owner = await findUserOfKey(tx, identity);
      if (owner) return owner.id === userId ? 'linked' : 'taken';
      const { keys } = await findWaysIn(tx, userId);
      if (keys[provider] !== null) return 'already_linked';
      await saveKey(tx, userId, { provider, key });
      const details = { method: provider };
      const entry = { userId, action: 'sign_in_linked', network, details } as const;
      await recordAndTell(tx, { ...entry, at: deps.now() }, deps);
      return 'linked';
    });
  } catch (error) {
    // Somebody else was linked to it in the same moment.
    if ((error as { code?: unknown }).code === 'P2002') return 'taken';
    throw error;
  }
}

/** Takes a provider away from the caller's account. Throws `last_way_in` when there is no other way in. */
export function unlinkProvider(
  { caller, provider, network }: { caller: Caller; provider: SignInProvider; network: string },
  deps: LinkDeps,
): Promise<string> {
  const userId = caller.user.id;
  assertRecentProof(caller.session, { now: deps.now() });
  const name = signInProviderNames[provider];
  return deps.db.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const { hasPassword, keys } = await findWaysIn(tx, userId);
    if (keys[provider] === null) return `${name} is not linked.`;
    const others = Object.entries(keys).filter(([other, key]) => other !== provider && key !== null);
    if (!hasPassword && others.length === 0) throw new AppError('last_way_in');
    await deleteKey(tx, userId, provider);
    const details = { method: provider };
    const entry = { userId, action: 'sign_in_unlinked', network, details } as const;
    await recordAndTell(tx, { ...entry, at: deps.now() }, deps);
    return `${name} is unlinked.`;
  });
}
