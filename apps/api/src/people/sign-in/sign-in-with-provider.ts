import { type ProviderOutcome, trialEnd, trialLimit } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { voidAll } from '../one-time-codes/one-time-codes.store.ts';
import { deleteAllSessions } from '../sessions/sessions.store.ts';
import type { Identity } from '../sign-in-providers/identity.ts';
import { keepPendingLink } from '../sign-in-providers/link-provider.ts';
import { findUserOfKey, saveUserOfKey } from '../sign-in-providers/linked-providers.store.ts';
import { startTrial } from '../spent-offers/spent-offers.ts';
import { findUserByEmail, lockAddress, saveBrowserTimeZone } from '../users/users.store.ts';
import { type Browser, type SignIn, signIn } from './sign-in.ts';

type ProviderSignIn =
  | { signIn: SignIn }
  | {
      outcome: ProviderOutcome;
      /** For the browser: the next login to the account in it links the provider. */
      linkToken?: string;
    };

/**
 * Signs in the user of a provider's identity: the one it is linked to, or a new one whose address the provider vouches
 * for. An existing account is never linked by this alone: its owner has to log in to it in the same browser, which
 * links the provider. An address that the provider does not vouch for leads to no account.
 */
export function signInWithProvider(
  context: Context,
  { identity, timeZone, browser }: { identity: Identity; timeZone: string | undefined; browser: Browser },
): Promise<ProviderSignIn> {
  const { provider, email, isEmailVerified } = identity;
  return context.db.$transaction(async (tx) => {
    const enter = async (userId: string) => ({
      signIn: await signIn(context, tx, { userId, method: provider, ...browser }),
    });
    /** Enters the account that the identity is linked to, unless it is unlinked at this moment, as by a reset of the password. */
    const enterLinked = async (userId: string): Promise<ProviderSignIn> => {
      await lockUser(tx, userId);
      return (await findUserOfKey(tx, identity))?.id === userId ? enter(userId) : { outcome: 'expired' };
    };
    const linked = await findUserOfKey(tx, identity);
    if (linked?.isVerified) {
      if (timeZone && timeZone !== linked.timeZone)
        await saveBrowserTimeZone(tx, { id: linked.id, timeZone });
      return enterLinked(linked.id);
    }
    if (email === null) return { outcome: 'no_address' };
    if (!isEmailVerified) return { outcome: 'address_not_verified' };
    await lockAddress(tx, email);
    // A second click may have linked it meanwhile.
    const linkedMeanwhile = await findUserOfKey(tx, identity);
    if (linkedMeanwhile?.isVerified) return enterLinked(linkedMeanwhile.id);
    const user = await findUserByEmail(tx, email);
    if (user?.isVerified)
      return {
        outcome: 'account_exists',
        linkToken: await keepPendingLink(context, tx, { ...identity, email }),
      };
    const opened = { identity, email, timeZone: timeZone ?? null, network: browser.ipAddress };
    return enter(await openAccount(context, tx, opened));
  });
}

type Opened = { identity: Identity; email: string; timeZone: string | null; network: string };

/**
 * Opens the account of an address. Everything that was begun with the address before, without verifying it, is void.
 */
async function openAccount(
  context: Context,
  tx: Tx,
  { identity, email, timeZone, network }: Opened,
): Promise<string> {
  const at = context.now();
  const trial = { trialStartDate: at, trialEndDate: trialEnd(at), maxConfigurations: trialLimit };
  const userId = await saveUserOfKey(tx, { ...identity, at }, { email, timeZone, ...trial });
  await startTrial(context, tx, { userId, email, at });
  await voidAll(tx, { userId, at });
  await deleteAllSessions(tx, userId);
  const details = { method: identity.provider };
  await recordAudit(tx, { userId, action: 'registered', network, details, at });
  await recordAudit(tx, { userId, action: 'sign_in_linked', network, details, at });
  return userId;
}
