import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import {
  cancelEmailChange,
  confirmEmailChange,
  readChangeLink,
  requestEmailChange,
  undoEmailChange,
} from './email-change.ts';

const { emailChange } = endpoints;

export function emailChangeRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(emailChange.request)(({ caller: { user, session }, body, request }) => {
    const acting = { userId: user.id, session, ipAddress: request.ip };
    return requestEmailChange(context, { ...acting, newEmail: body.email });
  });
  route(emailChange.cancel)(({ caller }) => cancelEmailChange(context, caller.user.id));
  route(emailChange.readLink)(({ body, caller }) => readChangeLink(context, { ...body, caller }));
  route(emailChange.confirm)(async ({ body: { token, password }, caller, request, reply }) => {
    const held = caller ? context.cookies.session.of(caller, request) : undefined;
    const confirmation = { token, password, caller, cookie: held, ipAddress: request.ip };
    const { message, cookie } = await confirmEmailChange(context, confirmation);
    if (caller && cookie !== null) context.cookies.session.set(reply, cookie, caller.session.expiresAt);
    return { message };
  });
  route(emailChange.undo)(({ body, request }) =>
    undoEmailChange(context, { ...body, ipAddress: request.ip }),
  );
}
