import {
  adminBillingEndpoints,
  adminCouponEndpoints,
  adminDisputeEndpoints,
  adminInboxEndpoints,
  adminMaintenanceEndpoints,
  adminNowEndpoints,
  adminOperationsEndpoints,
  adminPaymentEndpoints,
  adminStatusEndpoints,
  adminSupportEndpoints,
  adminTaxEndpoints,
  adminUserEndpoints,
  type Query,
  type Reply,
} from '@picksync/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { pagedQuery, query } from './query.ts';

export type AdminUser = Reply<typeof adminUserEndpoints.list>[number];
export type AdminUserDetail = Reply<typeof adminUserEndpoints.read>;
export type AdminCoupon = Reply<typeof adminCouponEndpoints.list>[number];
export type ContactMessage = Reply<typeof adminInboxEndpoints.list>[number];
export type AdminSubscription = Reply<typeof adminBillingEndpoints.subscriptions>[number];
export type ProviderEvent = Reply<typeof adminBillingEndpoints.events>[number];
export type PaymentToSettle = Reply<typeof adminPaymentEndpoints.list>[number];
export type AdminDispute = Reply<typeof adminDisputeEndpoints.list>[number];
export type UserPayment = Reply<typeof adminPaymentEndpoints.ofUser>[number];
export type AdminPlan = Reply<typeof adminBillingEndpoints.plans>[number];
export type TaxRate = Reply<typeof adminTaxEndpoints.list>['rates'][number];
export type AdminStatus = Reply<typeof adminStatusEndpoints.read>;
export type Figures = Reply<typeof adminBillingEndpoints.figures>;
export type Attention = Reply<typeof adminOperationsEndpoints.attention>;
export type AdminNow = Reply<typeof adminNowEndpoints.read>;
export type FailingAutomation = Reply<typeof adminOperationsEndpoints.automations>[number];
export type QueueState = Reply<typeof adminOperationsEndpoints.queues>['queues'][number];
export type SupportView = Reply<typeof adminSupportEndpoints.read>;
export type SeenAutomation = Reply<typeof adminSupportEndpoints.automations>[number];
export type AuditEvent = Reply<typeof adminOperationsEndpoints.audit>[number];

type SubscriptionFilter = Pick<Query<typeof adminBillingEndpoints.subscriptions>, 'status'>;
type EventFilter = Pick<Query<typeof adminBillingEndpoints.events>, 'outcome' | 'waiting'>;
type AuditFilter = Pick<Query<typeof adminOperationsEndpoints.audit>, 'by'>;

const secondMs = 1000;

/** Every plan, also those that nobody can buy. */
export const everyPlanQuery = query(adminBillingEndpoints.plans, {});

/** What buyers of each country pay as tax. */
export const taxRatesQuery = query(adminTaxEndpoints.list, {});

/** The update that is announced, on, or just over. */
export const maintenanceQuery = query(adminMaintenanceEndpoints.read, {});

export const figuresQuery = query(adminBillingEndpoints.figures, {});

/** What waits for an administrator; it changes without them. */
export const attentionQuery = {
  ...query(adminOperationsEndpoints.attention, {}),
  refetchInterval: 60 * secondMs,
};

/** Whether everything runs, and what waits for a person. */
export const nowQuery = { ...query(adminNowEndpoints.read, {}), refetchInterval: 15 * secondMs };

/** What the status page says now. */
export const statusQuery = { ...query(adminStatusEndpoints.read, {}), refetchInterval: 30 * secondMs };

export const queuesQuery = { ...query(adminOperationsEndpoints.queues, {}), refetchInterval: 10 * secondMs };

/** Users whose email contains the text; all of them for an empty one. */
export function usersQuery(search: string) {
  return pagedQuery(adminUserEndpoints.list, { query: search ? { search } : {} });
}

export function userQuery(id: string) {
  return query(adminUserEndpoints.read, { params: { id } });
}

/** What a user has paid, newest first. */
export function userPaymentsQuery(id: string) {
  return pagedQuery(adminPaymentEndpoints.ofUser, { params: { id } });
}

export const couponsQuery = pagedQuery(adminCouponEndpoints.list, {});

/** The contact inbox, what is unread first. */
export const messagesQuery = pagedQuery(adminInboxEndpoints.list, {});

export function subscriptionsQuery(filter: SubscriptionFilter) {
  return pagedQuery(adminBillingEndpoints.subscriptions, { query: filter });
}

/** Payments that bought nothing, or that are back in part, newest first. */
export const paymentsToSettleQuery = pagedQuery(adminPaymentEndpoints.list, {});

/** What is disputed, the soonest deadline first. */
export const disputesQuery = {
  ...pagedQuery(adminDisputeEndpoints.list, {}),
  refetchInterval: 60 * secondMs,
};

/** The events of the payment providers, newest first. */
export function providerEventsQuery(filter: EventFilter) {
  return { ...pagedQuery(adminBillingEndpoints.events, { query: filter }), refetchInterval: 15 * secondMs };
}

export const failingQuery = pagedQuery(adminOperationsEndpoints.automations, {});

export function auditQuery(filter: AuditFilter) {
  return pagedQuery(adminOperationsEndpoints.audit, { query: filter });
}

/** One user's dashboard, as support sees it. */
export function supportViewQuery(id: string) {
  return query(adminSupportEndpoints.read, { params: { id } });
}

export function seenAutomationsQuery(id: string) {
  return pagedQuery(adminSupportEndpoints.automations, { params: { id } });
}

/** Loads all data for administrators again: an act on one page is an entry on another. */
export function useRefreshAdmin(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/admin/'),
    });
}
