import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type EditPlanDeps, editPlan } from './edit-plan.ts';
import { listEveryPlan } from './every-plan.ts';
import { readFigures } from './figures.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { acknowledgeEvent, listEvents, type ReplayDeps, replayEvent } from './provider-events.ts';

export function adminBillingRoutes(app: FastifyInstance, deps: ReplayDeps & EditPlanDeps): void {
  const route = serve(app);
  const calls = endpoints.adminBilling;
  route(calls.subscriptions)(({ query }) => listSubscriptions(query, deps));
  route(calls.events)(({ query }) => listEvents(query, deps));
  route(calls.replay)(({ caller, params, request }) =>
    replayEvent({ ...params, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(calls.acknowledge)(({ caller, params, body, request }) =>
    acknowledgeEvent({ ...params, ...body, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(calls.plans)(() => listEveryPlan(deps));
  route(calls.editPlan)(({ caller, params, body, request }) =>
    editPlan({ id: params.id, body, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(calls.figures)(() => readFigures(deps));
}
