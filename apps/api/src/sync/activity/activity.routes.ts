import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type ActivityDeps, listActivity } from './activity.ts';

export function activityRoutes(app: FastifyInstance, deps: ActivityDeps): void {
  const route = serve(app);
  route(endpoints.activity.list)(({ caller: { user }, query }) =>
    listActivity({ ...user, tier: user.subscriptionTier }, query, deps),
  );
}
