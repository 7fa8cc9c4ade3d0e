import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type AdminInboxDeps, listMessages, markMessage, replyToMessage } from './admin-inbox.ts';

export function adminInboxRoutes(app: FastifyInstance, deps: AdminInboxDeps): void {
  const route = serve(app);
  route(endpoints.adminInbox.list)(({ query }) => listMessages(query, deps));
  route(endpoints.adminInbox.mark)(({ params, body }) => markMessage({ ...params, ...body }, deps));
  route(endpoints.adminInbox.reply)(({ caller, params, body, request }) =>
    replyToMessage({ ...params, ...body, adminId: caller.user.id, network: request.ip }, deps),
  );
}
