import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type AdminTaxDeps, listTaxRates, removeTaxRate, setTaxRate } from './tax-rates.ts';

export function adminTaxRoutes(app: FastifyInstance, deps: AdminTaxDeps): void {
  const route = serve(app);
  const { list, set, remove } = endpoints.adminTaxes;
  route(list)(() => listTaxRates(deps));
  route(set)(({ caller, body, request }) =>
    setTaxRate({ body, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(remove)(({ caller, params, request }) =>
    removeTaxRate({ ...params, adminId: caller.user.id, network: request.ip }, deps),
  );
}
