import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation, ProviderCall } from '../payments/operation-router.ts';
import { disputeInfoView, disputeState, disputeView } from './dispute.view.ts';
import { apiLink, withQuery } from './links.ts';
import { invalidRequest } from './paypal.errors.ts';
import type { Dispute } from './paypal.model.ts';
import { findSubscription, getDispute, getSale } from './paypal.store.ts';
import { readQuery } from './read-input.ts';
import { isBetween, timeSchema } from './wire.ts';

const disputeStates = new Set([
  'REQUIRED_ACTION',
  'REQUIRED_OTHER_PARTY_ACTION',
  'UNDER_PAYPAL_REVIEW',
  'RESOLVED',
  'OPEN_INQUIRIES',
  'APPEALABLE',
]);
const querySchema = z.object({
  start_time: timeSchema.optional(),
  disputed_transaction_id: z.string().min(1).max(255).optional(),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  next_page_token: z.string().min(1).max(255).optional(),
  dispute_state: z
    .string()
    .min(1)
    .max(2000)
    .refine((list) => list.split(',').every((state) => disputeStates.has(state)))
    .optional(),
  update_time_before: timeSchema.optional(),
  update_time_after: timeSchema.optional(),
});

/** Serves the disputes that payers opened. */
export function disputeRoutes(add: AddOperation, deps: SandboxDeps): void {
  const { config } = deps;
  const getCurrency = ({ saleId }: Dispute) => getSale(deps, saleId).currency;

  add('disputes.list', 'GET /v1/customer/disputes', (call) => {
    const query = readQuery(querySchema, call);
    if (query.start_time !== undefined && query.disputed_transaction_id !== undefined)
      throw invalidRequest('INVALID_PARAMETER_VALUE', {
        field: 'disputed_transaction_id',
        value: query.disputed_transaction_id,
        location: 'query',
      });
    const found = deps.state.payments.paypal.disputes
      .filter((dispute) => isMeant(dispute, query))
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
    const start = query.next_page_token === undefined ? 0 : parseStart(query.next_page_token);
    const items = found.slice(start, start + query.page_size);
    const end = start + items.length;
    return {
      body: {
        items: items.map((dispute) => disputeInfoView(config, dispute, getCurrency(dispute))),
        links: [
          apiLink(config, getPath(call), 'self'),
          apiLink(config, getPath(call, null), 'first'),
          ...(end < found.length ? [apiLink(config, getPath(call, toToken(end)), 'next')] : []),
        ],
      },
    };
  });

  add('disputes.get', 'GET /v1/customer/disputes/:id', ({ params }) => {
    const dispute = getDispute(deps, params.id);
    const sale = getSale(deps, dispute.saleId);
    const subscription = findSubscription(deps, sale.subscriptionId);
    return { body: disputeView(deps, { dispute, sale, subscription }) };
  });
}

function isMeant(dispute: Dispute, query: z.output<typeof querySchema>): boolean {
  return (
    isBetween(dispute.createdAt, query.start_time, undefined) &&
    isBetween(dispute.updatedAt, query.update_time_after, query.update_time_before) &&
    (query.disputed_transaction_id === undefined || dispute.saleId === query.disputed_transaction_id) &&
    (query.dispute_state === undefined || query.dispute_state.split(',').includes(disputeState(dispute)))
  );
}

/** The token of a page is opaque to whoever follows it. */
function toToken(start: number): string {
  return Buffer.from(String(start)).toString('base64url');
}

function parseStart(token: string): number {
  return Number(Buffer.from(token, 'base64url').toString()) || 0;
}

/** Returns the path of a list with the parameters of the call, on the page of another token. */
function getPath({ query }: ProviderCall, token: string | null = query.next_page_token ?? null): string {
  return withQuery('/v1/customer/disputes', { ...query, next_page_token: token ?? undefined });
}
