import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type ListPaymentsDeps, listPaymentsToSettle } from './list-payments.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

export function adminPaymentRoutes(app: FastifyInstance, deps: ListPaymentsDeps & SettleDeps): void {
  const route = serve(app);
  const calls = endpoints.adminPayments;
  route(calls.list)(({ query }) => listPaymentsToSettle(query, deps));
  route(calls.settle)(({ caller, params, body, request }) =>
    settlePayment({ adminId: caller.user.id, network: request.ip, id: params.id, ...body }, deps),
  );
}
