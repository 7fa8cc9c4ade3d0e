import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { forgetBrowser, listRecognizedDevices } from '../recognized-devices/recognized-devices.ts';
import { endOneSession, endOtherSessions, listSessions } from './sessions.ts';

const { sessions, recognizedDevices } = endpoints;

/** Serves the calls about where a user is signed in, and has been. */
export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(sessions.list)(({ caller }) => listSessions(context, caller));

  route(sessions.end)(async ({ caller, params, request }) => {
    await endOneSession(context, { caller, ipAddress: request.ip, id: params.id });
    return { message: 'The session is ended.' };
  });

  route(sessions.endOthers)(async ({ caller, request }) => {
    const ended = await endOtherSessions(context, { caller, ipAddress: request.ip });
    return { message: ended === 1 ? 'One other session is ended.' : `${ended} other sessions are ended.` };
  });

  route(recognizedDevices.list)(({ caller, request }) =>
    listRecognizedDevices(context, caller, context.cookies.recognizedDevice.read(request)),
  );

  route(recognizedDevices.forget)(async ({ caller, params, request }) => {
    await forgetBrowser(context, { caller, id: params.id, ipAddress: request.ip });
    return { message: 'The browser is forgotten.' };
  });
}
