import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readNotifications, updateNotifications } from './notifications.ts';
import { readUnsubscribe, type UnsubscribeDeps, unsubscribe } from './unsubscribe.ts';

const { notifications } = endpoints;

export function notificationRoutes(app: FastifyInstance, deps: UnsubscribeDeps): void {
  const route = serve(app);
  route(notifications.read)(({ caller }) => readNotifications(caller.user.id, deps));
  route(notifications.update)(({ caller, body }) =>
    updateNotifications({ userId: caller.user.id, choices: body }, deps),
  );
  route(notifications.readUnsubscribe)(({ query }) => readUnsubscribe(query.token, deps));
  route(notifications.unsubscribe)(async ({ query }) => {
    await unsubscribe(query.token, deps);
    return { message: 'You will not get these mails any more.' };
  });
}
