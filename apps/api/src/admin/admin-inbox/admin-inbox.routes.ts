import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listMessages, markMessage, replyToMessage } from './admin-inbox.ts';

export function adminInboxRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.adminInbox.list)(({ query }) => listMessages(context, query));
  route(endpoints.adminInbox.mark)(({ params, body }) => markMessage(context, { ...params, ...body }));
  route(endpoints.adminInbox.reply)(({ caller, params, body, request }) =>
    replyToMessage(context, { ...params, ...body, adminId: caller.user.id, network: request.ip }),
  );
}
