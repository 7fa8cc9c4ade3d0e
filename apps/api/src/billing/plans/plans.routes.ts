import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type CurrentDeps, readCurrentSubscription } from './current-subscription.ts';
import { readPlanEffects } from './plan-effects.ts';
import { listPlans } from './plans.ts';

export function planRoutes(app: FastifyInstance, deps: CurrentDeps & Parameters<typeof listPlans>[1]): void {
  const route = serve(app);
  const { plans, current, effects } = endpoints.subscriptions;
  route(plans)(({ caller }) => listPlans(caller?.user.id ?? null, deps));
  route(current)(({ caller }) => readCurrentSubscription(caller.user.id, deps));
  route(effects)(({ caller, query }) =>
    readPlanEffects({ userId: caller.user.id, planId: query.plan_id }, deps),
  );
}
