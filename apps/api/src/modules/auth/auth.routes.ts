import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { endSession, renewAuthToken } from '../sessions/sessions.ts';
import type { AuthParts } from './auth-parts.ts';
import { login } from './login.ts';
import { register } from './registration.ts';
import { authStatus, userView } from './status.ts';
import { resendVerification, verifyEmail } from './verification.ts';

const { auth } = endpoints;

export function authRoutes(
  app: FastifyInstance,
  { sessionCookie, ...parts }: AuthParts & { sessionCookie: SessionCookie },
): void {
  serve(app, auth.register)(({ body }) => register(body, parts));
  serve(app, auth.verifyEmail)(({ body }) => verifyEmail(body, parts));
  serve(app, auth.resendVerification)(({ body }) => resendVerification(body, parts));

  serve(
    app,
    auth.login,
  )(async ({ body, caller, request, reply }) => {
    const from = { userAgent: request.headers['user-agent'], ipAddress: request.ip };
    const session = await login({ ...body, ...from }, parts);
    // Signing in again in the same browser replaces the session, and nothing could end the old one later.
    if (caller) await endSession(caller, parts);
    sessionCookie.set(reply, session.token, session.expiresAt);
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
