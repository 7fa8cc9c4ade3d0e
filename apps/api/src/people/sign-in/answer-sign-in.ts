import type { endpoints, Reply } from '@picksync/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import type { KnownBrowserCookie } from '../../http/known-browser.ts';
import type { LinkCookie } from '../../http/link-cookie.ts';
import type { SecondFactorCookie } from '../../http/second-factor-cookie.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { endSession, type SessionDeps } from '../sessions/sessions.ts';
import type { Browser, SignIn } from './sign-in.ts';

export type SignInCookies = {
  sessionCookie: SessionCookie;
  secondFactorCookie: SecondFactorCookie;
  knownBrowser: KnownBrowserCookie;
  linkCookie: LinkCookie;
};

export function browserOf(
  request: FastifyRequest,
  { knownBrowser, linkCookie }: Pick<SignInCookies, 'knownBrowser' | 'linkCookie'>,
): Browser {
  return {
    userAgent: request.headers['user-agent'],
    ipAddress: request.ip,
    browserTokens: knownBrowser.read(request),
    linkToken: linkCookie.read(request),
  };
}

/** Sets the cookies of a sign-in, and returns the reply for the page. */
export async function answerSignIn(
  signIn: SignIn,
  { caller, reply }: { caller: Caller | null; reply: FastifyReply },
  { sessionCookie, secondFactorCookie, knownBrowser, linkCookie, ...deps }: SignInCookies & SessionDeps,
): Promise<Reply<typeof endpoints.auth.login>> {
  const { email } = signIn;
  if (!signIn.isSignedIn) {
    secondFactorCookie.set(reply, signIn.pending);
    const { secondFactors } = signIn;
    const message = 'Please confirm the login with your second factor.';
    return { authToken: null, requiresVerification: false, email, message, secondFactors };
  }
  // Signing in again in the same browser replaces the session, and nothing could end the old one later.
  if (caller) await endSession(caller, deps);
  const { token, authToken, expiresAt } = signIn.session;
  sessionCookie.set(reply, token, expiresAt);
  secondFactorCookie.clear(reply);
  linkCookie.clear(reply);
  knownBrowser.set(reply, signIn.browserTokens);
  return { authToken, requiresVerification: false, email, message: 'You are logged in.', secondFactors: [] };
}
