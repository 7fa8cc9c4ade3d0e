import { type SignInProvider, signInProviders } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/entitlements.store.ts';
import { recordAndTell } from '../../base/record-audit.ts';
import { claimLink, createLink } from '../one-time-codes/one-time-codes.store.ts';
import { findUserOfKey, findWaysIn, saveLink } from './linked-providers.store.ts';
import { purposes, stateMs } from './sign-in-state.ts';

const pending = z.object({ key: z.string(), email: z.string() });

function hashSecret(context: Context, secret: string): string {
  return context.keyedHash('pending-link', secret);
}

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
    codeHash: hashSecret(context, secret),
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
  { userId, token, network }: { userId: string; token: string | undefined; network: string },
): Promise<void> {
  const [name, secret = ''] = (token ?? '').split('.');
  const provider = signInProviders.find((each) => each === name);
  if (!provider) return;
  const at = context.now();
  const wanted = { purpose: purposes[provider], codeHash: hashSecret(context, secret), at };
  const { data } = pending.safeParse((await claimLink(tx, wanted))?.payload);
  if (!data) return;
  await lockUser(tx, userId);
  const { email, links } = await findWaysIn(tx, userId);
  const link = { provider, ...data, at };
  if (email !== data.email || links[provider] !== null || (await findUserOfKey(tx, link))) return;
  await saveLink(tx, userId, link);
  const entry = { userId, action: 'sign_in_linked', network, details: { method: provider } } as const;
  await recordAndTell(context, tx, { ...entry, at });
}
