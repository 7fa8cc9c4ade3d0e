import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listDisputes } from './list-disputes.ts';

export function disputeRoutes(app: FastifyInstance, context: Context): void {
  serve(app)(endpoints.adminDisputes.list)(({ query }) => listDisputes(context, query));
}
