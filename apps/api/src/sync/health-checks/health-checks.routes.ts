import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { takeTry } from '../../base/throttle.ts';
import { serve } from '../../http/serve.ts';
import { createSheetThrottles, type SheetThrottleDeps } from '../sheets/sheet-throttles.ts';
import { checkAutomation, checkDraft, type HealthCheckDeps } from './health-checks.ts';

export function healthCheckRoutes(app: FastifyInstance, deps: HealthCheckDeps & SheetThrottleDeps): void {
  const route = serve(app);
  const { checks } = createSheetThrottles(deps);

  route(endpoints.healthChecks.draft)(async ({ caller, body }) => {
    await takeTry(checks, caller.user.id);
    return checkDraft({ userId: caller.user.id, draft: body }, deps);
  });

  route(endpoints.healthChecks.check)(async ({ caller, params }) => {
    await takeTry(checks, caller.user.id);
    return checkAutomation({ userId: caller.user.id, id: params.id }, deps);
  });
}
