import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KnownBrowser } from '../../http/known-browser.ts';
import { provenance } from '../../http/own-origin.ts';
import type { PasswordCookie } from '../../http/password-cookie.ts';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { endSession, renewAuthToken } from '../sessions/sessions.ts';
import type { AuthDeps } from './auth-deps.ts';
import { authStatus, userView } from './auth-status.ts';
import { login, logout } from './login.ts';
import { signUpRoutes } from './sign-up.routes.ts';

const { auth } = endpoints;

type BrowserDeps = {
  passwordCookie: PasswordCookie;
  sessionCookie: SessionCookie;
  knownBrowser: KnownBrowser;
  publicOrigin: string;
  sandboxInbox: string | undefined;
};

/** Serves everything from the registration to the logout. */
export function authRoutes(app: FastifyInstance, services: AuthDeps & BrowserDeps): void {
  const route = serve(app);
  signUpRoutes(app, services);
  const { sessionCookie, knownBrowser, publicOrigin, sandboxInbox, ...deps } = services;
  route(auth.login)(async ({ body, caller, request, reply }) => {
    const session = await login(
      {
        ...body,
        userAgent: request.headers['user-agent'],
        ipAddress: request.ip,
        isKnownBrowser: knownBrowser.knows(request, body.email),
      },
      deps,
    );
    // Signing in again in the same browser replaces the session, and nothing could end the old one later.
    if (caller) await endSession(caller, deps);
    sessionCookie.set(reply, session.token, session.expiresAt);
    knownBrowser.remember(reply, body.email);
    return {
      authToken: session.authToken,
      requiresVerification: false,
      email: body.email,
      message: 'You are logged in.',
    };
  });

  route(auth.logout)(async ({ caller, request, reply }) => {
    if (caller) await logout(caller, request.ip, deps);
    sessionCookie.clear(reply);
    return { message: 'You are logged out.' };
  });

  route(auth.status)(({ caller, request }) => {
    assertOwnSite(request, publicOrigin);
    return authStatus(caller, { ...deps, sandboxInbox });
  });

  route(auth.token)(async ({ caller, request }) => {
    assertOwnSite(request, publicOrigin);
    return { token: await renewAuthToken(caller, deps), user: userView(caller, deps.now()) };
  });
}

/** Throws `cross_origin` for a read that renews the bearer value when another site's page makes it. */
function assertOwnSite({ headers }: FastifyRequest, publicOrigin: string): void {
  if (provenance(headers, publicOrigin) === 'foreign') throw new AppError('cross_origin');
}
