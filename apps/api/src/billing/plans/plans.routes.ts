import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { readCurrentSubscription } from './current-subscription.ts';
import { readPlanEffects } from './plan-effects.ts';
import { listPlans } from './plans.ts';

export function planRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { plans, current, effects } = endpoints.subscriptions;
  route(plans)(({ caller }) => listPlans(context, caller?.user.id ?? null));
  route(current)(({ caller }) => readCurrentSubscription(context, caller.user.id));
  route(effects)(({ caller, query }) =>
    readPlanEffects(context, { userId: caller.user.id, planId: query.plan_id }),
  );
}
