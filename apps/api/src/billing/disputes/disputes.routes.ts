import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type ListDisputesDeps, listDisputes } from './list-disputes.ts';

export function disputeRoutes(app: FastifyInstance, deps: ListDisputesDeps): void {
  serve(app)(endpoints.adminDisputes.list)(({ query }) => listDisputes(query, deps));
}
