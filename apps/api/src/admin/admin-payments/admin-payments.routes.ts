import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { RefreshDeps } from '../../billing/subscriptions/refresh-subscription.ts';
import { serve } from '../../http/serve.ts';
import { type ListPaymentsDeps, listPaymentsToSettle } from './list-payments.ts';
import { listUserPayments } from './list-user-payments.ts';
import { refundPayment } from './refund-payment.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

export function adminPaymentRoutes(
  app: FastifyInstance,
  deps: ListPaymentsDeps & SettleDeps & RefreshDeps,
): void {
  const route = serve(app);
  const calls = endpoints.adminPayments;
  route(calls.list)(({ query }) => listPaymentsToSettle(query, deps));
  route(calls.ofUser)(({ params, query }) => listUserPayments({ userId: params.id, ...query }, deps));
  route(calls.refund)(({ caller, params, body, request }) =>
    refundPayment({ adminId: caller.user.id, network: request.ip, id: params.id, ...body }, deps),
  );
  route(calls.settle)(({ caller, params, body, request }) =>
    settlePayment({ adminId: caller.user.id, network: request.ip, id: params.id, ...body }, deps),
  );
}
