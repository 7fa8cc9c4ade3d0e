import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { readAttention } from './attention.ts';
import { listAudit } from './list-audit.ts';
import { listFailing } from './list-failing.ts';
import { readQueues, redriveQueue } from './queues.ts';

export function adminOperationsRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const calls = endpoints.adminOperations;
  route(calls.attention)(() => readAttention(context));
  route(calls.automations)(({ query }) => listFailing(context, query));
  route(calls.queues)(() => readQueues(context));
  route(calls.redrive)(({ caller, params, request }) =>
    redriveQueue(context, { ...params, adminId: caller.user.id, network: request.ip }),
  );
  route(calls.audit)(({ query }) => listAudit(context, query));
}
