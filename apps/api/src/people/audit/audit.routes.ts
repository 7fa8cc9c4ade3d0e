import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listSecurityActivity } from './list-security-activity.ts';

export function auditRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.securityActivity.list)(({ caller, query }) =>
    listSecurityActivity(context, caller.user.id, query),
  );
}
