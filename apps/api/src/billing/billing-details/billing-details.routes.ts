import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { readBillingDetails, updateBillingDetails } from './billing-details.ts';

export function billingDetailsRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { read, update } = endpoints.billingDetails;
  route(read)(({ caller }) => readBillingDetails(context, caller.user.id));
  route(update)(({ caller, body, request }) =>
    updateBillingDetails(context, { userId: caller.user.id, given: body, network: request.ip }),
  );
}
