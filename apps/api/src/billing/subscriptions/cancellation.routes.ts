import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { takeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { createPaymentThrottles, type PaymentThrottleDeps } from '../payments/payment-throttles.ts';
import { type CancelDeps, cancelSubscription } from './cancel-subscription.ts';
import { resumeSubscription } from './resume-subscription.ts';

export function cancellationRoutes(app: FastifyInstance, deps: CancelDeps & PaymentThrottleDeps): void {
  const route = serve(app);
  const { paypal, subscriptions } = endpoints;
  const { resumes } = createPaymentThrottles(deps);

  route(paypal.cancel)(async ({ caller, body, request }) => {
    const { subscription_id: reference, reason } = body;
    const cancellation = { userId: caller.user.id, reference, reason, network: request.ip };
    return { message: await cancelSubscription(cancellation, deps) };
  });

  route(subscriptions.resume)(async ({ caller, request }) => {
    const userId = caller.user.id;
    // Only resuming is limited: cancelling must always work, and cannot be repeated without resuming.
    await takeTry(resumes, userId);
    return { message: await resumeSubscription({ userId, network: request.ip }, deps) };
  });
}
