import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type ActivityParts, listActivity } from './activity.ts';

export function activityRoutes(app: FastifyInstance, parts: ActivityParts): void {
  serve(app, endpoints.activity.list)(({ caller, query }) => listActivity(caller.user.id, query, parts));
}
