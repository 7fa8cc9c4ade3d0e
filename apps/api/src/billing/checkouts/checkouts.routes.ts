import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { withCoupon } from '../coupons/coupons.ts';
import type { PaymentMethod } from './price-checkout.ts';
import { quotePlan } from './quote.ts';
import { startCheckout } from './start-checkout.ts';

type Body = {
  plan_id: number;
  coupon_code?: string | undefined;
  return_url?: string | undefined;
  cancel_url?: string | undefined;
  start?: 'now' | 'later' | undefined;
};

export function checkoutRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { subscriptions, paypal, razorpay } = endpoints;
  const start = (userId: string, method: PaymentMethod, body: Body) => {
    const input = { ...toPurchase(body), userId, method };
    const work = () => startCheckout(context, input);
    return withCoupon(context, { userId, code: body.coupon_code }, work);
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

function toPurchase({ plan_id, coupon_code, return_url, cancel_url, start }: Body) {
  return { planId: plan_id, couponCode: coupon_code, returnUrl: return_url, cancelUrl: cancel_url, start };
}
