import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { createCoupon, editCoupon, endCoupon, listCoupons } from './admin-coupons.ts';

export function adminCouponRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.adminCoupons.list)(({ query }) => listCoupons(context, query));
  route(endpoints.adminCoupons.create)(({ caller, body, request }) =>
    createCoupon(context, { ...body, adminId: caller.user.id, network: request.ip }),
  );
  route(endpoints.adminCoupons.edit)(({ caller, params, body, request }) =>
    editCoupon(context, { ...body, id: params.id, adminId: caller.user.id, network: request.ip }),
  );
  route(endpoints.adminCoupons.end)(({ caller, params, request }) =>
    endCoupon(context, { id: params.id, adminId: caller.user.id, network: request.ip }),
  );
}
