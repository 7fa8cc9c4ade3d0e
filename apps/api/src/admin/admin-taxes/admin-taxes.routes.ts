import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listTaxRates, removeTaxRate, setTaxRate } from './tax-rates.ts';

export function adminTaxRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, set, remove } = endpoints.adminTaxes;
  route(list)(() => listTaxRates(context));
  route(set)(({ caller, body, request }) =>
    setTaxRate(context, { body, adminId: caller.user.id, network: request.ip }),
  );
  route(remove)(({ caller, params, request }) =>
    removeTaxRate(context, { ...params, adminId: caller.user.id, network: request.ip }),
  );
}
