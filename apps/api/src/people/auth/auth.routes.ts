import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { provenance } from '../../http/own-origin.ts';
import type { PasswordCookie } from '../../http/password-cookie.ts';
import { serve } from '../../http/serve.ts';
import { renewAuthToken } from '../sessions/sessions.ts';
import { answerSignIn, browserOf, type SignInCookies } from '../sign-in/answer-sign-in.ts';
import type { SignInDeps } from '../sign-in/sign-in.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { type AuthStatusDeps, authStatus, userView } from './auth-status.ts';
import { login, logout } from './login.ts';
import { signUpRoutes } from './sign-up.routes.ts';

const { auth } = endpoints;

type BrowserDeps = SignInCookies &
  Pick<AuthStatusDeps, 'offeredPlans' | 'sandboxInbox' | 'signInApps'> & {
    passwordCookie: PasswordCookie;
    publicOrigin: string;
  };

/** Serves the calls from the registration to the logout. */
export function authRoutes(app: FastifyInstance, services: AuthDeps & SignInDeps & BrowserDeps): void {
  const route = serve(app);
  signUpRoutes(app, services);
  const { sessionCookie, sandboxInbox, signInApps, ...deps } = services;
  route(auth.login)(async ({ body, caller, request, reply }) => {
    const signIn = await login({ ...body, ...browserOf(request, services) }, deps);
    return answerSignIn(signIn, { caller, reply }, services);
  });

  route(auth.logout)(async ({ caller, request, reply }) => {
    if (caller) await logout(caller, request.ip, deps);
    sessionCookie.clear(reply);
    return { message: 'You are logged out.' };
  });

  route(auth.status)(({ caller, request }) => {
    assertOwnSite(request, deps.publicOrigin);
    return authStatus(caller, { ...deps, sandboxInbox, signInApps });
  });

  route(auth.token)(async ({ caller, request }) => {
    assertOwnSite(request, deps.publicOrigin);
    return { token: await renewAuthToken(caller, deps), user: userView(caller, deps.now()) };
  });
}

/** Throws `cross_origin` for a read that renews the bearer value when another site's page makes it. */
function assertOwnSite({ headers }: FastifyRequest, publicOrigin: string): void {
  if (provenance(headers, publicOrigin) === 'foreign') throw new AppError('cross_origin');
}
