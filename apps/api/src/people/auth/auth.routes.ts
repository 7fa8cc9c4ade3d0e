import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { provenance } from '../../http/own-origin.ts';
import { serve } from '../../http/serve.ts';
import { renewAuthToken } from '../sessions/sessions.ts';
import { answerSignIn, getBrowser } from '../sign-in/answer-sign-in.ts';
import { authStatus, userView } from './auth-status.ts';
import { login, logout } from './login.ts';
import { signUpRoutes } from './sign-up.routes.ts';

const { auth } = endpoints;

/** Serves the calls from the registration to the logout. */
export function authRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  signUpRoutes(app, context);
  route(auth.login)(async ({ body, caller, request, reply }) => {
    const signIn = await login(context, { ...body, ...getBrowser(context, request) });
    return answerSignIn(context, signIn, { caller, reply });
  });

  route(auth.logout)(async ({ caller, request, reply }) => {
    if (caller) await logout(context, caller, request.ip);
    context.cookies.session.clear(reply);
    return { message: 'You are logged out.' };
  });

  route(auth.status)(({ caller, request }) => {
    assertOwnSite(request, context.settings.publicOrigin);
    return authStatus(context, caller);
  });

  route(auth.token)(async ({ caller, request }) => {
    assertOwnSite(request, context.settings.publicOrigin);
    return { token: await renewAuthToken(context, caller), user: userView(caller, context.now()) };
  });
}

/** Throws `cross_origin` for a read that renews the bearer value when another site's page makes it. */
function assertOwnSite({ headers }: FastifyRequest, publicOrigin: string): void {
  if (provenance(headers, publicOrigin) === 'foreign') throw new AppError('cross_origin');
}
