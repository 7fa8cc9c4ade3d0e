import type { endpoints, Reply } from '@picksync/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import type { Caller } from '../../http/caller.ts';
import { endSession } from '../sessions/sessions.ts';
import type { Browser, SignIn } from './sign-in.ts';

export function getBrowser(context: Context, request: FastifyRequest): Browser {
  return {
    userAgent: request.headers['user-agent'],
    ipAddress: request.ip,
    browserTokens: context.cookies.recognizedDevice.read(request),
    linkToken: context.cookies.link.read(request),
  };
}

/** Sets the cookies of a sign-in, and returns the reply for the page. */
export async function answerSignIn(
  context: Context,
  signIn: SignIn,
  { caller, reply }: { caller: Caller | null; reply: FastifyReply },
): Promise<Reply<typeof endpoints.auth.login>> {
  const { email } = signIn;
  if (!signIn.isSignedIn) {
    context.cookies.secondFactor.set(reply, signIn.pending);
    const { secondFactors } = signIn;
    const message = 'Please confirm the login with your second factor.';
    return { authToken: null, requiresVerification: false, email, message, secondFactors };
  }
  // Signing in again in the same browser replaces the session, and nothing could end the old one later.
  if (caller) await endSession(context, caller);
  const { token, authToken, expiresAt } = signIn.session;
  context.cookies.session.set(reply, token, expiresAt);
  context.cookies.secondFactor.clear(reply);
  context.cookies.link.clear(reply);
  context.cookies.recognizedDevice.set(reply, signIn.browserTokens);
  return { authToken, requiresVerification: false, email, message: 'You are logged in.', secondFactors: [] };
}
