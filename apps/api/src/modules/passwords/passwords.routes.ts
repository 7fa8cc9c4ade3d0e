import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { KnownBrowserCookie } from '../../http/known-browser.ts';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AuthDeps } from '../auth/auth-deps.ts';
import { browserOf } from '../sign-in/answer-sign-in.ts';
import { updatePassword } from './update-password.ts';

const { passwords } = endpoints;

export function passwordRoutes(
  app: FastifyInstance,
  {
    sessionCookie,
    knownBrowser,
    ...deps
  }: AuthDeps & { sessionCookie: SessionCookie; knownBrowser: KnownBrowserCookie },
): void {
  const route = serve(app);
  route(passwords.strength)(async ({ body }) => ({ verdict: await deps.passwordStrength.judge(body) }));

  route(passwords.update)(async ({ body, caller, request, reply }) => {
    if (!caller) throw new AppError('unauthenticated');
    const from = browserOf(request, { knownBrowser });
    const session = await updatePassword({ caller, ...body, ...from }, deps);
    knownBrowser.set(reply, session.browserToken);
    sessionCookie.set(reply, session.token, session.expiresAt);
    return { authToken: session.authToken, message: 'Your password is set.' };
  });
}
