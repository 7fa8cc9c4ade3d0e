import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { readAttention } from './attention.ts';
import { listAudit } from './list-audit.ts';
import { listFailing } from './list-failing.ts';
import { type QueueDeps, readQueues, redriveQueue } from './queues.ts';

export function adminOperationsRoutes(app: FastifyInstance, deps: QueueDeps): void {
  const route = serve(app);
  const calls = endpoints.adminOperations;
  route(calls.attention)(() => readAttention(deps));
  route(calls.automations)(({ query }) => listFailing(query, deps));
  route(calls.queues)(() => readQueues(deps));
  route(calls.redrive)(({ caller, params, request }) =>
    redriveQueue({ ...params, adminId: caller.user.id, network: request.ip }, deps),
  );
  route(calls.audit)(({ query }) => listAudit(query, deps));
}
