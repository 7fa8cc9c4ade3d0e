import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { endOneSession, endOtherSessions, listSessions, type SessionListDeps } from './list-sessions.ts';

const { sessions } = endpoints;

export function sessionRoutes(app: FastifyInstance, deps: SessionListDeps): void {
  const route = serve(app);
  route(sessions.list)(({ caller }) => listSessions(caller, deps));

  route(sessions.end)(async ({ caller, params, request }) => {
    await endOneSession({ caller, ipAddress: request.ip, id: params.id }, deps);
    return { message: 'The session is ended.' };
  });

  route(sessions.endOthers)(async ({ caller, request }) => {
    const ended = await endOtherSessions({ caller, ipAddress: request.ip }, deps);
    return { message: ended === 1 ? 'One other session is ended.' : `${ended} other sessions are ended.` };
  });
}
