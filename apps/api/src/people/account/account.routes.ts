import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { revokedSentence } from '../api-keys/api-keys.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { readAccount, updateAccount } from './account.ts';
import { changePassword } from './change-password.ts';

const { accountSettings } = endpoints;

/** Serves the calls by which users see and change their own account. */
export function accountRoutes(
  app: FastifyInstance,
  { sessionCookie, ...deps }: AuthDeps & { sessionCookie: SessionCookie },
): void {
  const route = serve(app);
  route(accountSettings.read)(({ caller }) => readAccount(caller.user.id, deps));
  route(accountSettings.update)(({ caller, body }) =>
    updateAccount({ userId: caller.user.id, ...body }, deps),
  );
  route(accountSettings.changePassword)(async ({ caller, body, request, reply }) => {
    const cookie = sessionCookie.of(caller, request);
    const from = { ipAddress: request.ip, cookie };
    const { token, revoked } = await changePassword(caller, { ...body, ...from }, deps);
    if (token !== null) sessionCookie.set(reply, token, caller.session.expiresAt);
    return { message: `Your password is changed.${revokedSentence(revoked)}` };
  });
}
