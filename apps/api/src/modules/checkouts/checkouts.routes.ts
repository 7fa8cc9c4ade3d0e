import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type QuoteDeps, quotePlan } from './quote.ts';
import { type CheckoutDeps, startCheckout } from './start-checkout.ts';

type Body = {
  plan_id: number;
  coupon_code?: string | undefined;
  return_url?: string | undefined;
  cancel_url?: string | undefined;
};

export function checkoutRoutes(app: FastifyInstance, deps: CheckoutDeps & QuoteDeps): void {
  const route = serve(app);
  const { subscriptions, paypal, razorpay } = endpoints;

  route(subscriptions.quote)(({ caller, body }) =>
    quotePlan(
      {
        userId: caller.user.id,
        planId: body.plan_id,
        couponCode: body.coupon_code,
        method: body.payment_method,
      },
      deps,
    ),
  );

  route(subscriptions.subscribe)(async ({ caller, body }) => {
    const asked = { ...purchaseOf(body), userId: caller.user.id, method: body.payment_method };
    const { payUrl, message } = await startCheckout(asked, deps);
    return { checkoutUrl: payUrl, message };
  });

  route(paypal.create)(async ({ caller, body }) => {
    const asked = { ...purchaseOf(body), userId: caller.user.id, method: 'paypal' as const };
    const { payUrl, reference, message } = await startCheckout(asked, deps);
    return { approvalUrl: payUrl, subscriptionId: reference, message };
  });

  route(razorpay.create)(async ({ caller, body }) => {
    const asked = { ...purchaseOf(body), userId: caller.user.id, method: 'razorpay' as const };
    const { payUrl, reference, message } = await startCheckout(asked, deps);
    return { checkoutUrl: payUrl, paymentPageId: reference, message };
  });
}

function purchaseOf({ plan_id, coupon_code, return_url, cancel_url }: Body) {
  return { planId: plan_id, couponCode: coupon_code, returnUrl: return_url, cancelUrl: cancel_url };
}
