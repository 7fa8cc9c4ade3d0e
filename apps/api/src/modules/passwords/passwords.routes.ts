import { AppError, endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AuthDeps } from '../auth/auth-deps.ts';
import { updatePassword } from './update-password.ts';

const { passwords } = endpoints;

export function passwordRoutes(
  app: FastifyInstance,
  { sessionCookie, ...deps }: AuthDeps & { sessionCookie: SessionCookie },
): void {
  const route = serve(app);
  route(passwords.strength)(async ({ body }) => ({ verdict: await deps.passwordStrength.judge(body) }));

  route(passwords.update)(async ({ body, caller, request, reply }) => {
    if (!caller) throw new AppError('unauthenticated');
    const from = { userAgent: request.headers['user-agent'], ipAddress: request.ip };
    const session = await updatePassword({ caller, ...body, ...from }, deps);
    sessionCookie.set(reply, session.token, session.expiresAt);
    return { authToken: session.authToken, message: 'Your password is set.' };
  });
}
