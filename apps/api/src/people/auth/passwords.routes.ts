import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { browserOf, type SignInCookies } from '../sign-in/answer-sign-in.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { updatePassword } from './update-password.ts';

const { passwords } = endpoints;

export function passwordRoutes(
  app: FastifyInstance,
  {
    sessionCookie,
    knownBrowser,
    linkCookie,
    ...deps
  }: AuthDeps & Pick<SignInCookies, 'sessionCookie' | 'knownBrowser' | 'linkCookie'>,
): void {
  const route = serve(app);
  route(passwords.strength)(async ({ body }) => ({ verdict: await deps.passwordStrength.judge(body) }));

  route(passwords.update)(async ({ body, caller, request, reply }) => {
    if (!caller) throw new AppError('unauthenticated');
    const from = browserOf(request, { knownBrowser, linkCookie });
    const session = await updatePassword({ caller, ...body, ...from }, deps);
    knownBrowser.set(reply, session.browserTokens);
    sessionCookie.set(reply, session.token, session.expiresAt);
    return { authToken: session.authToken, message: 'Your password is set.' };
  });
}
