import {
  authEndpoints,
  automationEndpoints,
  billingDetailsEndpoints,
  type Reply,
  receiptEndpoints,
  statsEndpoints,
  subscriptionEndpoints,
} from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { pagedQuery, query } from './query.ts';

export type Plan = Reply<typeof subscriptionEndpoints.plans>[number];
export type CurrentSubscription = Reply<typeof subscriptionEndpoints.current>;
export type PaidSubscription = NonNullable<CurrentSubscription['subscription']>;
export type Quote = Reply<typeof subscriptionEndpoints.quote>;
export type ReceiptSummary = Reply<typeof receiptEndpoints.list>[number];
export type Receipt = Reply<typeof receiptEndpoints.read>;
export type BillingDetails = Reply<typeof billingDetailsEndpoints.read>['details'];

const minuteMs = 60_000;

export const plansQuery = { ...query(subscriptionEndpoints.plans, {}), staleTime: 5 * minuteMs, retry: 2 };

const current = query(subscriptionEndpoints.current, {});

/**
 * The user's present subscription. Each place sets how long it is fresh: the page, its panel, the page after paying.
 */
export const currentQuery = {
  onPage: { ...current, staleTime: 5 * minuteMs },
  inPanel: { ...current, staleTime: 2 * minuteMs },
  afterPaying: { ...current, staleTime: 30_000 },
};

/** The user's receipts, newest first. */
export const receiptsQuery = pagedQuery(receiptEndpoints.list, {});

/** Who receipts name from now on, and what of it the tax needs. */
export const billingDetailsQuery = query(billingDetailsEndpoints.read, {});

/** What another plan would mean for the automations that there are now. */
export function effectsQuery(planId: number) {
  return query(subscriptionEndpoints.effects, { query: { plan_id: String(planId) } });
}

export function receiptQuery(number: string) {
  return query(receiptEndpoints.read, { params: { number } });
}

const shown = [
  authEndpoints.status.path,
  statsEndpoints.read.path,
  automationEndpoints.list.path,
  subscriptionEndpoints.plans.path,
  subscriptionEndpoints.current.path,
  subscriptionEndpoints.effects.path,
  receiptEndpoints.list.path,
];

/**
 * Returns a function that loads everything again that depends on the plan. It never rejects: each place shows its own
 * failure.
 */
export function useRefreshPlan(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(shown.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
  };
}
