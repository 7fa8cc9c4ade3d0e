import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { cancelSubscription } from './by-user/cancel-subscription.ts';
import { resumeSubscription } from './by-user/resume-subscription.ts';
import { createStatusReader, verifyPayment, verifyRazorpay } from './by-user/verify-payment.ts';

export function subscriptionRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { paypal, razorpay, subscriptions } = endpoints;
  const readStatus = createStatusReader(context);

  route(paypal.cancel)(async ({ caller, body, request }) => {
    const { subscription_id: reference, reason } = body;
    const cancellation = { userId: caller.user.id, reference, reason, network: request.ip };
    return { message: await cancelSubscription(context, cancellation) };
  });

  route(subscriptions.resume)(async ({ caller, request }) => {
    const userId = caller.user.id;
    // Only resuming is limited: cancelling must always work, and cannot be repeated without resuming.
    await consumeTry(context.throttles.resumes, userId);
    return { message: await resumeSubscription(context, { userId, network: request.ip }) };
  });

  // The plan and the coupon in the return address are for the page; what was bought is read from PayPal and our own
  // checkout.
  route(paypal.verify)(({ caller, body }) =>
    verifyPayment(context, { provider: 'paypal', reference: body.subscription_id, userId: caller.user.id }),
  );

  route(paypal.status)(({ caller, params, query }) => {
    const isRealTime = query.checkRealTime === 'true';
    return readStatus({ userId: caller.user.id, reference: params.subscriptionId, isRealTime });
  });

  route(razorpay.verify)(({ caller, body }) =>
    verifyRazorpay(context, {
      userId: caller.user.id,
      linkId: body.payment_link_id ?? body.payment_page_id,
      paymentId: body.payment_id,
      referenceId: body.payment_link_reference_id,
      status: body.payment_link_status,
      signature: body.signature,
    }),
  );
}
