import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { listReceipts, type ReceiptDeps, readReceipt } from './receipts.ts';

export function receiptRoutes(app: FastifyInstance, deps: ReceiptDeps): void {
  const route = serve(app);
  const { list, read } = endpoints.receipts;
  route(list)(({ caller, query }) => listReceipts(caller.user.id, query, deps));
  route(read)(({ caller, params }) => readReceipt({ userId: caller.user.id, ...params }, deps));
}
