import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { editPlan } from './edit-plan.ts';
import { listEveryPlan } from './every-plan.ts';
import { readFigures } from './figures.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { acknowledgeEvent, listEvents, replayEvent } from './provider-events.ts';

export function adminBillingRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const calls = endpoints.adminBilling;
  route(calls.subscriptions)(({ query }) => listSubscriptions(context, query));
  route(calls.events)(({ query }) => listEvents(context, query));
  route(calls.replay)(({ caller, params, request }) =>
    replayEvent(context, { ...params, adminId: caller.user.id, network: request.ip }),
  );
  route(calls.acknowledge)(({ caller, params, body, request }) =>
    acknowledgeEvent(context, { ...params, ...body, adminId: caller.user.id, network: request.ip }),
  );
  route(calls.plans)(() => listEveryPlan(context));
  route(calls.editPlan)(({ caller, params, body, request }) =>
    editPlan(context, { id: params.id, body, adminId: caller.user.id, network: request.ip }),
  );
  route(calls.figures)(() => readFigures(context));
}
