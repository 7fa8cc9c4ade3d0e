import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { validateCoupon } from './coupon-discount.ts';

export function couponRoutes(app: FastifyInstance, context: Context): void {
  serve(app)(endpoints.coupons.validate)(({ caller, body }) =>
    validateCoupon(context, { userId: caller.user.id, ...body }),
  );
}
