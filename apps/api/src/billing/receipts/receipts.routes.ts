import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { listReceipts, readReceipt } from './receipts.ts';

export function receiptRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  const { list, read } = endpoints.receipts;
  route(list)(({ caller, query }) => listReceipts(context, caller.user.id, query));
  route(read)(({ caller, params }) => readReceipt(context, { userId: caller.user.id, ...params }));
}
