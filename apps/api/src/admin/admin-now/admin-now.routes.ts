import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type NowContext, readNow } from './read-now.ts';

/** Of all that is for administrators, this alone asks the process itself how it is. */
export function adminNowRoutes(app: FastifyInstance, context: NowContext): void {
  serve(app)(endpoints.adminNow.read)(() => readNow(context));
}
