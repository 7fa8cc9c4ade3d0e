import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type AuditDeps, listSecurityActivity } from './list-security-activity.ts';

export function auditRoutes(app: FastifyInstance, deps: AuditDeps): void {
  const route = serve(app);
  route(endpoints.securityActivity.list)(({ caller, query }) =>
    listSecurityActivity(caller.user.id, query, deps),
  );
}
