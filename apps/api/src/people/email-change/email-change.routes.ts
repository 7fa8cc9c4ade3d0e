import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AuthDeps } from '../users/auth-deps.ts';
import { confirmEmailChange, readChangeLink } from './confirm-email-change.ts';
import { cancelEmailChange, requestEmailChange } from './request-email-change.ts';
import { undoEmailChange } from './undo-email-change.ts';

const { emailChange } = endpoints;

export function emailChangeRoutes(
  app: FastifyInstance,
  { sessionCookie, ...deps }: AuthDeps & { sessionCookie: SessionCookie },
): void {
  const route = serve(app);
  route(emailChange.request)(({ caller, body, request }) =>
    requestEmailChange({ userId: caller.user.id, newEmail: body.email, ipAddress: request.ip }, deps),
  );
  route(emailChange.cancel)(({ caller }) => cancelEmailChange(caller.user.id, deps));
  route(emailChange.readLink)(({ body, caller }) => readChangeLink({ ...body, caller }, deps));
  route(emailChange.confirm)(async ({ body: { token, password }, caller, request, reply }) => {
    const held = caller ? sessionCookie.of(caller, request) : undefined;
    const confirmation = { token, password, caller, cookie: held, ipAddress: request.ip };
    const { message, cookie } = await confirmEmailChange(confirmation, deps);
    if (caller && cookie !== null) sessionCookie.set(reply, cookie, caller.session.expiresAt);
    return { message };
  });
  route(emailChange.undo)(({ body, request }) => undoEmailChange({ ...body, ipAddress: request.ip }, deps));
}
