import { endpoints } from '@picksync/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertRecentProof } from '../../base/recent-proof.ts';
import { createThrottle, type ThrottleDeps, takeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { listDeliveries, redeliver, sendTest } from './deliveries.ts';
import {
  createWebhook,
  editWebhook,
  listWebhooks,
  type OutgoingWebhookDeps,
  removeWebhook,
  rotateSecret,
} from './outgoing-webhooks.ts';

type Deps = OutgoingWebhookDeps & Pick<ThrottleDeps, 'keyedHash'> & { database: Pick<ThrottleDeps, 'pool'> };

/** How often a user may make us call an address of their choice by hand. */
const callsByHand = { name: 'webhook-calls-by-hand', max: 30, windowMs: 10 * 60_000 };

export function outgoingWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  const route = serve(app);
  const { outgoingWebhooks } = endpoints;
  const throttle = createThrottle(callsByHand, { ...deps.database, keyedHash: deps.keyedHash });

  route(outgoingWebhooks.list)(({ caller }) => listWebhooks(caller.user.id, deps));

  route(outgoingWebhooks.create)(async ({ caller, body, request }) => ({
    message: 'Webhook created',
    ...(await createWebhook({ ...actingOf(caller, request), ...body }, deps)),
  }));

  route(outgoingWebhooks.edit)(async ({ caller, params, body, request }) => {
    // Changing the receiver is like creating a webhook, which needs a proof as well.
    if (body.url !== undefined) assertRecentProof(caller.session, { now: deps.now() });
    const webhook = await editWebhook({ ...actingOf(caller, request), ...params }, body, deps);
    return { message: 'Webhook updated', webhook };
  });

  route(outgoingWebhooks.remove)(async ({ caller, params, request }) => {
    await removeWebhook({ ...actingOf(caller, request), ...params }, deps);
    return { message: 'Webhook deleted' };
  });

  route(outgoingWebhooks.rotateSecret)(async ({ caller, params, request }) => ({
    message: 'Secret replaced',
    ...(await rotateSecret({ ...actingOf(caller, request), ...params }, deps)),
  }));

  route(outgoingWebhooks.test)(async ({ caller, params }) => {
    await takeTry(throttle, caller.user.id);
    const delivery = await sendTest({ userId: caller.user.id, ...params }, deps);
    return { message: 'Test sent', delivery };
  });

  route(outgoingWebhooks.deliveries)(({ caller, params, query }) =>
    listDeliveries({ userId: caller.user.id, ...params }, query, deps),
  );

  route(outgoingWebhooks.redeliver)(async ({ caller, params }) => {
    await takeTry(throttle, caller.user.id);
    const delivery = await redeliver({ userId: caller.user.id, ...params }, deps);
    return { message: 'Sent again', delivery };
  });
}

function actingOf({ user }: { user: { id: string } }, { ip }: FastifyRequest) {
  return { userId: user.id, network: ip };
}
