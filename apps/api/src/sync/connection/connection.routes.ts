import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { toOauthHelp } from '../../base/smartsheet/smartsheet-app.ts';
import { serve } from '../../http/serve.ts';
import { finishConnection, lookAtAccount, startConnection } from './connection.ts';
import { disconnect } from './disconnect.ts';

export function connectionRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { connection } = endpoints;

  route(connection.start)(async ({ caller, query }) => {
    const session = { userId: caller.user.id, sessionId: caller.session.id };
    return { authUrl: await startConnection(context, session, query.region) };
  });

  route(connection.callback)(async ({ caller, query, request, reply }) => {
    if (!caller?.user.isVerified) return reply.redirect('/login');
    const session = { userId: caller.user.id, sessionId: caller.session.id, ipAddress: request.ip };
    const { outcome, cause } = await finishConnection(context, session, query);
    if (outcome === 'failed') request.log.error({ err: cause }, 'connecting Smartsheet failed');
    return reply.redirect(`/dashboard?connection=${outcome}`);
  });

  route(connection.disconnect)(async ({ caller, request }) => {
    const failure = await disconnect(context, { userId: caller.user.id, ipAddress: request.ip });
    if (failure) request.log.warn({ err: failure }, 'a Smartsheet token could not be ended');
    return { message: 'You have been disconnected from Smartsheet' };
  });

  route(connection.look)(async ({ caller }) => ({
    hasChanged: await lookAtAccount(context, caller.user.id),
  }));

  route(connection.debug)(() => toOauthHelp(context.smartsheet.app));
}
