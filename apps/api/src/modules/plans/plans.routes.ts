import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readCurrentSubscription } from './current-subscription.ts';
import { listPlans, type PlanDeps } from './plans.ts';

export function planRoutes(app: FastifyInstance, deps: PlanDeps): void {
  const route = serve(app);
  const { plans, current } = endpoints.subscriptions;
  route(plans)(({ caller }) => listPlans(caller?.user.id ?? null, deps));
  route(current)(({ caller }) => readCurrentSubscription(caller.user.id, deps));
}
