import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listActivity } from './activity.ts';

export function activityRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(endpoints.activity.list)(({ caller: { user }, query }) =>
    listActivity(context, { ...user, tier: user.subscriptionTier }, query),
  );
}
