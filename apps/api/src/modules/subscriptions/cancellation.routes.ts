import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type CancelDeps, cancelSubscription } from './cancel-subscription.ts';
import { resumeSubscription } from './resume-subscription.ts';

export function cancellationRoutes(app: FastifyInstance, deps: CancelDeps): void {
  const route = serve(app);
  const { paypal, subscriptions } = endpoints;

  route(paypal.cancel)(async ({ caller, body, request }) => {
    const { subscription_id: reference, reason } = body;
    const cancellation = { userId: caller.user.id, reference, reason, network: request.ip };
    return { message: await cancelSubscription(cancellation, deps) };
  });

  route(subscriptions.resume)(async ({ caller, request }) => ({
    message: await resumeSubscription({ userId: caller.user.id, network: request.ip }, deps),
  }));
}
