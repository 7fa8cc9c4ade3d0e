import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { readNotifications, readUnsubscribe, unsubscribe, updateNotifications } from './notifications.ts';

const { notifications } = endpoints;

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(notifications.read)(({ caller }) => readNotifications(context, caller.user.id));
  route(notifications.update)(({ caller, body }) =>
    updateNotifications(context, { userId: caller.user.id, choices: body }),
  );
  route(notifications.readUnsubscribe)(({ query }) => readUnsubscribe(context, query.token));
  route(notifications.unsubscribe)(async ({ query }) => {
    await unsubscribe(context, query.token);
    return { message: 'You will not get these mails any more.' };
  });
}
