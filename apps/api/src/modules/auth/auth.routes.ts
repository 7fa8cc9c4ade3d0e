import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { KnownBrowser } from '../../http/known-browser.ts';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { endSession, renewAuthToken } from '../sessions/sessions.ts';
import type { AuthParts } from './auth-parts.ts';
import { login } from './login.ts';
import { register } from './registration.ts';
import { authStatus, userView } from './status.ts';
import { resendVerification, verifyEmail } from './verification.ts';

const { auth } = endpoints;

type BrowserParts = { sessionCookie: SessionCookie; knownBrowser: KnownBrowser };

export function authRoutes(
  app: FastifyInstance,
  { sessionCookie, knownBrowser, ...parts }: AuthParts & BrowserParts,
): void {
  serve(app, auth.register)(({ body, request }) => register({ ...body, ipAddress: request.ip }, parts));
  serve(app, auth.verifyEmail)(({ body }) => verifyEmail(body, parts));
  serve(
    app,
    auth.resendVerification,
  )(({ body, request }) => resendVerification({ ...body, ipAddress: request.ip }, parts));

  serve(
    app,
    auth.login,
  )(async ({ body, caller, request, reply }) => {
    const from = { userAgent: request.headers['user-agent'], ipAddress: request.ip };
    const isKnownBrowser = knownBrowser.knows(request, body.email);
    const session = await login({ ...body, ...from, isKnownBrowser }, parts);
    // Signing in again in the same browser replaces the session, and nothing could end the old one later.
    if (caller) await endSession(caller, parts);
    sessionCookie.set(reply, session.token, session.expiresAt);
    knownBrowser.remember(reply, body.email);
    return {
      authToken: session.authToken,
      requiresVerification: false,
      email: body.email,
      message: 'You are logged in.',
    };
  });

  serve(
    app,
    auth.logout,
  )(async ({ caller, reply }) => {
    if (caller) await endSession(caller, parts);
    sessionCookie.clear(reply);
    return { message: 'You are logged out.' };
  });

  serve(app, auth.status)(({ caller }) => authStatus(caller, parts));

  serve(
    app,
    auth.token,
  )(async ({ caller }) => ({
    token: await renewAuthToken(caller, parts),
    user: userView(caller),
  }));
}
