import { AppError, type SecondFactor } from '@picksync/contracts';
import type { Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { lockUser } from '../../base/lock-user.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { checkPasskey, type UsedCredential } from '../passkeys/use-passkey.ts';
import { recognizeBrowser, rememberBrowser } from '../recognized-devices/recognized-devices.ts';
import { findPendingSession, takePendingSession } from '../sessions/sessions.store.ts';
import { type StartedSession, startPendingSession, startSession } from '../sessions/sessions.ts';
import { takePendingLink } from '../sign-in-providers/link-provider.ts';
import { type GivenFactor, listSecondFactors, takeSecondFactor } from '../two-factor/take-second-factor.ts';
import { findTwoFactor } from '../two-factor/two-factor.store.ts';

/** The browser that somebody signs in with. */
export type Browser = {
  userAgent: string | undefined;
  ipAddress: string;
  /** The tokens by which the browser is recognised. */
  browserTokens: readonly string[];
  /** What it keeps of a sign-in at a provider that is still to be linked. */
  linkToken?: string | undefined;
};

/** The secret by which a passkey's challenge belongs to a browser. */
type PasskeyBrowser = { browser: string | undefined };

type FirstFactor = Browser & {
  userId: string;
  /** `password`, `google` … */
  method: string;
};

/** The result of a right first factor: a session, or a second factor that is still needed. */
export type SignIn =
  | {
      isSignedIn: true;
      email: string;
      session: StartedSession;
      /** What the browser keeps, to be recognised. */
      browserTokens: string[];
    }
  | {
      isSignedIn: false;
      email: string;
      /** For the browser only; used by `giveSecondFactor` and nothing else. */
      pending: { token: string; expiresAt: Date };
      secondFactors: SecondFactor[];
    };

/**
 * Signs in a user after a right password or by a provider. Every way of signing in ends here, so that none bypasses the
 * second factor.
 */
export async function signIn(
  context: Context,
  tx: Tx,
  { userId, method, ...browser }: FirstFactor,
): Promise<SignIn> {
  const state = await findTwoFactor(tx, userId);
  const secondFactors = listSecondFactors(state);
  const inTransaction = { ...context, db: tx };
  const { email } = state;
  if (secondFactors.length > 0) {
    const { browserTokens } = browser;
    const recognizedDeviceId = await recognizeBrowser(inTransaction, { email, browserTokens });
    const pending = await startPendingSession(inTransaction, { userId, recognizedDeviceId, ...browser });
    return { isSignedIn: false, email, pending, secondFactors };
  }
  const signedIn = await completeSignIn(context, tx, { userId, method, ...browser });
  return { isSignedIn: true, email, ...signedIn };
}

/** Finishes what `signIn` began in this browser. Throws `sign_in_again` when there is nothing to finish. */
export async function giveSecondFactor(
  context: Context,
  {
    token,
    factor,
    browser,
    ...from
  }: Browser & PasskeyBrowser & { token: string | undefined; factor: GivenFactor },
): Promise<SignIn> {
  const tokenHashes = context.keyedHash.all('session', token ?? '');
  const found = await findPendingSession(context.db, { tokenHashes, at: context.now() });
  if (!found) throw new AppError('sign_in_again');
  const { id, userId, email } = found;
  const { ipAddress, browserTokens } = from;
  const countedApartAs = await recognizeBrowser(context, { email, browserTokens });
  const signedIn = await takeSecondFactor(
    context,
    { userId, factor, ipAddress, browser, countedApartAs },
    async (tx) => {
      if (!(await takePendingSession(tx, id))) throw new AppError('sign_in_again');
      return completeSignIn(context, tx, { userId, method: factor.method, ...from });
    },
  );
  return { isSignedIn: true, email, ...signedIn };
}

/** Signs in the person of a passkey, which stands for the password and the second factor. Throws `passkey_refused`. */
export async function signInByPasskey(
  context: Context,
  { credential, browser, ...from }: Browser & PasskeyBrowser & { credential: UsedCredential },
): Promise<SignIn> {
  const { userId, email, note } = await checkPasskey(context, { credential, browser });
  const signedIn = await context.db.$transaction(async (tx) => {
    // A reset that removes passkeys locks the user before them.
    await lockUser(tx, userId);
    await note(tx);
    return completeSignIn(context, tx, { userId, method: 'passkey', ...from });
  });
  return { isSignedIn: true, email, ...signedIn };
}

async function completeSignIn(
  context: Context,
  tx: Tx,
  { userId, method, linkToken, ...browser }: FirstFactor,
): Promise<{ session: StartedSession; browserTokens: string[] }> {
  const { id: recognizedDeviceId, tokens: browserTokens } = await rememberBrowser(context, tx, {
    userId,
    ...browser,
  });
  const entry = { userId, action: 'login', network: browser.ipAddress, details: { method } } as const;
  await recordAudit(tx, { ...entry, at: context.now() });
  await takePendingLink(context, tx, { userId, token: linkToken, network: browser.ipAddress });
  const session = await startSession({ ...context, db: tx }, { userId, recognizedDeviceId, ...browser });
  return { session, browserTokens };
}
