import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type AdminCouponDeps, createCoupon, editCoupon, endCoupon, listCoupons } from './admin-coupons.ts';

export function adminCouponRoutes(app: FastifyInstance, deps: AdminCouponDeps): void {
  const route = serve(app);
  route(endpoints.adminCoupons.list)(({ query }) => listCoupons(query, deps));
  route(endpoints.adminCoupons.create)(({ caller, body, request }) =>
    createCoupon({ ...body, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(endpoints.adminCoupons.edit)(({ caller, params, body, request }) =>
    editCoupon({ ...body, id: params.id, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(endpoints.adminCoupons.end)(({ caller, params, request }) =>
    endCoupon({ id: params.id, adminId: caller.user.id, network: request.ip }, deps),
  );
}
