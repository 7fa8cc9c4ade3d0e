import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { consumeTry } from '../../base/throttle.ts';
import { toWhich } from '../../http/caller.ts';
import { serve } from '../../http/serve.ts';
import { checkAutomation, checkDraft } from './health-checks.ts';

export function healthCheckRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { checks } = context.throttles;

  route(endpoints.healthChecks.draft)(async ({ caller, body }) => {
    await consumeTry(checks, caller.user.id);
    return checkDraft(context, { userId: caller.user.id, draft: body });
  });

  route(endpoints.healthChecks.check)(async ({ caller, params }) => {
    await consumeTry(checks, caller.user.id);
    return checkAutomation(context, toWhich({ caller, params }));
  });
}
