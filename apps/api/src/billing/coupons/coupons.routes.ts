import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { createPaymentThrottles, type PaymentThrottleDeps } from '../payments/payment-throttles.ts';
import { type CouponDeps, validateCoupon } from './coupons.ts';

type RouteDeps = Omit<CouponDeps, 'wrongCoupons'> & PaymentThrottleDeps;

export function couponRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { wrongCoupons } = createPaymentThrottles(deps);
  serve(app)(endpoints.coupons.validate)(({ caller, body }) =>
    validateCoupon({ userId: caller.user.id, ...body }, { ...deps, wrongCoupons }),
  );
}
