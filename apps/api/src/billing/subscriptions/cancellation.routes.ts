import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { takeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { cancelSubscription } from './by-user/cancel-subscription.ts';
import { resumeSubscription } from './by-user/resume-subscription.ts';

export function cancellationRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { paypal, subscriptions } = endpoints;

  route(paypal.cancel)(async ({ caller, body, request }) => {
    const { subscription_id: reference, reason } = body;
    const cancellation = { userId: caller.user.id, reference, reason, network: request.ip };
    return { message: await cancelSubscription(context, cancellation) };
  });

  route(subscriptions.resume)(async ({ caller, request }) => {
    const userId = caller.user.id;
    // Only resuming is limited: cancelling must always work, and cannot be repeated without resuming.
    await takeTry(context.throttles.resumes, userId);
    return { message: await resumeSubscription(context, { userId, network: request.ip }) };
  });
}
