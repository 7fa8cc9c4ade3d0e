import { endpoints, type Parsed } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { withCoupon } from '../coupons/coupon-discount.ts';
import type { PaymentMethod } from './price-checkout.ts';
import { quotePlan } from './quote.ts';
import { startCheckout } from './start-checkout.ts';

type Body = Omit<Parsed<typeof endpoints.subscriptions.subscribe>['body'], 'payment_method'>;

export function checkoutRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { subscriptions, paypal, razorpay } = endpoints;
  const start = (userId: string, method: PaymentMethod, body: Body) => {
    const { plan_id: planId, coupon_code: code, return_url: returnUrl, cancel_url: cancelUrl } = body;
    const wanted = { userId, planId, couponCode: code, returnUrl, cancelUrl, method, start: body.start };
    return withCoupon(context, { userId, code }, () => startCheckout(context, wanted));
  };

  route(subscriptions.quote)(({ caller, body }) => {
    const [userId, code] = [caller.user.id, body.coupon_code];
    const { plan_id: planId, payment_method: method, start } = body;
    const input = { userId, planId, couponCode: code, method, start };
    return withCoupon(context, { userId, code }, () => quotePlan(context, input));
  });

  route(subscriptions.subscribe)(async ({ caller, body }) => {
    const { payUrl, message } = await start(caller.user.id, body.payment_method, body);
    return { checkoutUrl: payUrl, message };
  });

  route(paypal.create)(async ({ caller, body }) => {
    const { payUrl, reference, message } = await start(caller.user.id, 'paypal', body);
    return { approvalUrl: payUrl, subscriptionId: reference, message };
  });

  route(razorpay.create)(async ({ caller, body }) => {
    const { payUrl, reference, message } = await start(caller.user.id, 'razorpay', body);
    return { checkoutUrl: payUrl, paymentPageId: reference, message };
  });
}
