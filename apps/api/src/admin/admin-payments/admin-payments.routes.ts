import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listPaymentsToSettle } from './list-payments.ts';
import { listUserPayments } from './list-user-payments.ts';
import { refundPayment } from './refund-payment.ts';
import { settlePayment } from './settle-payment.ts';

export function adminPaymentRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const calls = endpoints.adminPayments;
  route(calls.list)(({ query }) => listPaymentsToSettle(context, query));
  route(calls.ofUser)(({ params, query }) => listUserPayments(context, { userId: params.id, ...query }));
  route(calls.refund)(({ caller, params, body, request }) =>
    refundPayment(context, { adminId: caller.user.id, network: request.ip, id: params.id, ...body }),
  );
  route(calls.settle)(({ caller, params, body, request }) =>
    settlePayment(context, { adminId: caller.user.id, network: request.ip, id: params.id, ...body }),
  );
}
