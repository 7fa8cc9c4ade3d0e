import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type ConnectionDeps, finishConnection, startConnection } from './connection.ts';
import { type DisconnectDeps, disconnect } from './disconnect.ts';
import { createLookThrottle, type LookDeps, lookAtAccount } from './look-at-account.ts';
import { oauthHelp } from './smartsheet-app.ts';

type RouteDeps = ConnectionDeps & DisconnectDeps & LookDeps & Parameters<typeof createLookThrottle>[0];

export function connectionRoutes(app: FastifyInstance, routeDeps: RouteDeps): void {
  const route = serve(app);
  const deps = { ...routeDeps, lookThrottle: createLookThrottle(routeDeps) };
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

  route(endpoints.connection.look)(async ({ caller }) => ({
    hasChanged: await lookAtAccount(caller.user.id, deps),
  }));

  route(endpoints.connection.debug)(() => oauthHelp(deps.smartsheetApp));
}
