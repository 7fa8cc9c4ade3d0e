import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type ConnectionDeps, finishConnection, startConnection } from './connection.ts';
import { type DisconnectDeps, disconnect } from './disconnect.ts';
import { oauthHelp } from './smartsheet-app.ts';

export function connectionRoutes(app: FastifyInstance, deps: ConnectionDeps & DisconnectDeps): void {
  const route = serve(app);
  route(endpoints.connection.start)(async ({ caller, query }) => ({
    authUrl: await startConnection(
      { userId: caller.user.id, sessionId: caller.session.id },
      query.region,
      deps,
    ),
  }));

  route(endpoints.connection.callback)(async ({ caller, query, request, reply }) => {
    if (!caller?.user.isVerified) return reply.redirect('/login');
    const session = { userId: caller.user.id, sessionId: caller.session.id, ipAddress: request.ip };
    const { outcome, cause } = await finishConnection(session, query, deps);
    if (outcome === 'failed') request.log.error({ err: cause }, 'connecting Smartsheet failed');
    return reply.redirect(`/dashboard?connection=${outcome}`);
  });

  route(endpoints.connection.disconnect)(async ({ caller, request }) => {
    const failure = await disconnect({ userId: caller.user.id, ipAddress: request.ip }, deps);
    if (failure) request.log.warn({ err: failure }, 'a Smartsheet token could not be ended');
    return { message: 'You have been disconnected from Smartsheet' };
  });

  route(endpoints.connection.debug)(() => oauthHelp(deps.smartsheetApp));
}
