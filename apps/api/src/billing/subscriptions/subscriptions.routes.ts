import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { createStatusReader, verifyPaypal, verifyRazorpay } from './by-user/verify-payment.ts';

export function subscriptionRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { paypal, razorpay } = endpoints;
  const readStatus = createStatusReader(context);

  // The plan and the coupon in the return address are for the page; what was bought is read from PayPal and our own
  // checkout.
  route(paypal.verify)(({ caller, body }) =>
    verifyPaypal(context, { userId: caller.user.id, reference: body.subscription_id }),
  );

  route(paypal.status)(({ caller, params, query }) =>
    readStatus({
      userId: caller.user.id,
      reference: params.subscriptionId,
      isRealTime: query.checkRealTime === 'true',
    }),
  );

  route(razorpay.verify)(({ caller, body }) => {
    const parameters = {
      ...(body.payment_id !== undefined && { paymentId: body.payment_id }),
      ...((body.payment_link_id ?? body.payment_page_id) !== undefined && {
        linkId: body.payment_link_id ?? body.payment_page_id ?? '',
      }),
      ...(body.payment_link_reference_id !== undefined && { referenceId: body.payment_link_reference_id }),
      ...(body.payment_link_status !== undefined && { status: body.payment_link_status }),
      ...(body.signature !== undefined && { signature: body.signature }),
    };
    return verifyRazorpay(context, { userId: caller.user.id, parameters });
  });
}
