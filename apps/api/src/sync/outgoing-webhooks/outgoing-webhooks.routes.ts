import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { assertRecentStepUp } from '../../base/recent-step-up.ts';
import { consumeTry } from '../../base/throttle.ts';
import { toActingSession, toActor } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import { listDeliveries, redeliver, sendTest } from './deliveries.ts';
import {
  createWebhook,
  editWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from './outgoing-webhooks.ts';

export function outgoingWebhookRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { outgoingWebhooks } = endpoints;

  route(outgoingWebhooks.list)(({ caller }) => listWebhooks(context, caller.user.id));

  route(outgoingWebhooks.create)(async ({ caller, body, request }) => ({
    message: 'Webhook created',
    ...(await createWebhook(context, { ...toActingSession(caller, request), ...body })),
  }));

  route(outgoingWebhooks.edit)(async ({ caller, params, body, request }) => {
    // What sends out of the account to a receiver that got nothing so far is like creating a webhook, which needs a step-up as well.
    if (body.url !== undefined || body.isActive) assertRecentStepUp(caller.session, { now: context.now() });
    const webhook = await editWebhook(context, { ...toActingSession(caller, request), ...params }, body);
    return { message: 'Webhook updated', webhook };
  });

  route(outgoingWebhooks.remove)(async ({ caller, params, request }) => {
    await removeWebhook(context, { ...toActor(caller, request), ...params });
    return { message: 'Webhook deleted' };
  });

  route(outgoingWebhooks.rotateSecret)(async ({ caller, params, request }) => ({
    message: 'Secret replaced',
    ...(await rotateSecret(context, { ...toActingSession(caller, request), ...params })),
  }));

  route(outgoingWebhooks.test)(async ({ caller, params }) => {
    await consumeTry(context.throttles.webhookCalls, caller.user.id);
    const delivery = await sendTest(context, { userId: caller.user.id, ...params });
    return { message: 'Test sent', delivery };
  });

  route(outgoingWebhooks.deliveries)(({ caller, params, query }) =>
    listDeliveries(context, { userId: caller.user.id, ...params }, query),
  );

  route(outgoingWebhooks.redeliver)(async ({ caller, params }) => {
    await consumeTry(context.throttles.webhookCalls, caller.user.id);
    const delivery = await redeliver(context, { userId: caller.user.id, ...params });
    return { message: 'Sent again', delivery };
  });
}
