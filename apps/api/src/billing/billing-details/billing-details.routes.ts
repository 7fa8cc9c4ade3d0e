import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type BillingDetailsDeps, readBillingDetails, updateBillingDetails } from './billing-details.ts';

export function billingDetailsRoutes(app: FastifyInstance, deps: BillingDetailsDeps): void {
  const route = serve(app);
  const { read, update } = endpoints.billingDetails;
  route(read)(({ caller }) => readBillingDetails(caller.user.id, deps));
  route(update)(({ caller, body, request }) =>
    updateBillingDetails({ userId: caller.user.id, details: body, network: request.ip }, deps),
  );
}
