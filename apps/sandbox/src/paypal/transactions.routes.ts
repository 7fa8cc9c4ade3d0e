import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import type { AddOperation } from '../payments/operation-router.ts';
import { getPaymentFaults } from '../payments/payment-faults.ts';
import { apiLink } from './links.ts';
import { invalidRequest } from './paypal.errors.ts';
import { findSales, getSubscription } from './paypal.store.ts';
import { readQuery } from './read-input.ts';
import { transactionView } from './sale.view.ts';
import { timeSchema } from './wire.ts';

const minuteMs = 60_000;

const rangeSchema = z.object({ start_time: timeSchema, end_time: timeSchema });

/** Serves the payments of a subscription in a range of time. With the fault `transactionLagMinutes` the newest are missing. */
export function transactionRoutes(add: AddOperation, deps: SandboxDeps): void {
  add('subscriptions.transactions', 'GET /v1/billing/subscriptions/:id/transactions', (call) => {
    const subscription = getSubscription(deps, call.params.id);
    const { start_time: start, end_time: end } = readQuery(rangeSchema, call);
    if (Date.parse(start) > Date.parse(end))
      throw invalidRequest('INVALID_PARAMETER_VALUE', { field: 'end_time', value: end, location: 'query' });
    const { transactionLagMinutes } = getPaymentFaults(deps, 'paypal');
    const listedUntil = Math.min(Date.parse(end), deps.now().getTime() - transactionLagMinutes * minuteMs);
    const sales = findSales(deps, subscription).filter(
      ({ at }) => at >= Date.parse(start) && at <= listedUntil,
    );
    const params = new URLSearchParams({ start_time: start, end_time: end });
    const path = `/v1/billing/subscriptions/${subscription.id}/transactions?${params}`;
    return {
      body: {
        transactions: sales.map((sale) => transactionView(sale, subscription)),
        total_items: sales.length,
        total_pages: 1,
        links: [apiLink(deps.config, path, 'self')],
      },
    };
  });
}
