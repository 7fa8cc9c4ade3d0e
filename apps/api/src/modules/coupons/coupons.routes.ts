import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type CouponDeps, validateCoupon } from './coupons.ts';

export function couponRoutes(app: FastifyInstance, deps: CouponDeps): void {
  serve(app)(endpoints.coupons.validate)(({ caller, body }) =>
    validateCoupon({ userId: caller.user.id, ...body }, deps),
  );
}
