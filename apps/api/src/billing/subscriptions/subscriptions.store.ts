import type { Db, PaymentProvider, Plan, Prisma, Subscription, Tx } from '@picksync/db';

/** The states in which a user has a plan: at most one row of a user has one of them. */
const current = ['active', 'past_due', 'cancelled'] as const;

export type SubscriptionWithPlan = Subscription & { plan: Plan };

/** Returns the subscription that gives a user a plan now; null when there is none. */
export function findCurrentSubscription(db: Db, userId: string): Promise<SubscriptionWithPlan | null> {
  return db.subscription.findFirst({
    where: { userId, status: { in: [...current] } },
    include: { plan: true },
  });
}

/** Returns the subscription that is booked to begin on a later day; null when there is none. */
export function findScheduled(db: Db, userId: string): Promise<SubscriptionWithPlan | null> {
  return db.subscription.findFirst({ where: { userId, status: 'scheduled' }, include: { plan: true } });
}

export type Bookings = {
  /** The subscription in effect; null if there is none. */
  current: SubscriptionWithPlan | null;
  /** The booked subscription that follows. */
  next: SubscriptionWithPlan | null;
};

/**
 * Returns the current and the booked subscription of a user at `now`. From its first day on, a booked plan counts as the
 * current one, even if no transaction has recorded that yet.
 */
export async function findBookings(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Bookings> {
  const [current, next] = await Promise.all([findCurrentSubscription(db, userId), findScheduled(db, userId)]);
  if (!next || next.startDate > now) return { current, next };
  return { current: isToBegin(next) ? { ...next, status: 'active' } : null, next: null };
}

/**
 * Returns whether a booked plan begins on its day: its provider charges it then, a link may be paid in the days of grace,
 * or it is paid already. One that follows a free period and was not paid does not begin.
 */
export function isToBegin(
  row: Pick<Subscription, 'paymentProvider' | 'startDate' | 'currentPeriodEnd'>,
): boolean {
  const { paymentProvider, startDate, currentPeriodEnd } = row;
  const isCharged = paymentProvider === 'paypal' || paymentProvider === 'razorpay';
  return isCharged || (currentPeriodEnd !== null && currentPeriodEnd > startDate);
}

export function findSubscription(db: Db, { id, userId }: { id: string; userId: string }) {
  return db.subscription.findFirst({ where: { id, userId }, include: { plan: true } });
}

/** A month of a period that was paid before it began: its first moment, and what it was bought for. */
export type PaidAhead = { from: Date; cents: number };

/**
 * Returns a subscription with the months of its period that were paid ahead, the first one first. They were bought for what was paid,
 * less what went back, and the credit that was used.
 */
export async function withPaidAhead<
  Row extends Pick<Subscription, 'id' | 'currentPeriodStart' | 'currentPeriodEnd'>,
>(db: Db, row: Row): Promise<Row & { paidAhead: PaidAhead[] }> {
  const paidAhead = await db.$queryRaw<PaidAhead[]>`
    SELECT t.period_start AS "from",
      (t.amount * 100 - coalesce(back.amount, 0) * 100 + coalesce(c.credit_cents, 0))::int AS cents
    FROM payment_transactions t
    LEFT JOIN checkouts c ON c.provider = t.provider AND c.provider_reference = t.provider_subscription_id
      AND c.kind = 'renewal'
    LEFT JOIN LATERAL (
      SELECT sum(r.amount) AS amount FROM payment_transactions r WHERE r.refund_of_id = t.id AND r.status = 'paid'
    ) back ON true
    WHERE t.subscription_id = ${row.id}::uuid AND t.transaction_type = 'payment' AND t.status = 'paid'
      AND t.period_start > ${row.currentPeriodStart} AND t.period_start < ${row.currentPeriodEnd}
    ORDER BY t.period_start`;
  return { ...row, paidAhead };
}

/** Returns whether an administrator has disabled a user's account. */
export async function isDisabled(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.user.count({ where: { id: userId, disabledAt: { not: null } } })) === 1;
}

/** Returns the cents of one subscription that were credited on the one that took its place. */
export async function findCreditSpentOn(
  tx: Tx,
  { replacesId, subscriptionId }: { replacesId: string; subscriptionId: string },
): Promise<number> {
  const bought = await tx.checkout.findFirst({
    where: { replacesId, subscriptionId },
    select: { creditCents: true },
  });
  return bought?.creditCents ?? 0;
}

/** Returns a user's subscription by what `payment_provider_subscription_id` says; null for somebody else's. */
export function findSubscriptionByReference(
  db: Db,
  { userId, reference }: { userId: string; reference: string },
): Promise<SubscriptionWithPlan | null> {
  return db.subscription.findFirst({
    where: { userId, paymentProviderSubscriptionId: reference },
    include: { plan: true },
    orderBy: { createdAt: 'desc' },
  });
}

/**
 * Returns the reference under which a provider knows the subscription or link of a payment; null for a payment that is not on our
 * books yet. For events that name a payment alone.
 */
export async function findReferenceOfPayment(
  db: Db,
  { provider, paymentId }: { provider: PaymentProvider; paymentId: string },
): Promise<string | null> {
  const row = await db.paymentTransaction.findUnique({
    where: { provider_providerTransactionId: { provider, providerTransactionId: paymentId } },
    select: { providerSubscriptionId: true },
  });
  return row?.providerSubscriptionId ?? null;
}

type WithMetadata = Pick<Subscription, 'metadata'>;

/** Returns whether a provider has ended a subscription for good, so that nobody can resume it. */
export function isEndedAtProvider({ metadata }: WithMetadata): boolean {
  return typeof metadata === 'object' && metadata !== null && 'endedAtProvider' in metadata;
}

/** Returns the metadata of a subscription with more in it: `endedAtProvider`, a `reason`, a credit. */
export function withMetadata(
  { metadata }: WithMetadata,
  more: Prisma.InputJsonObject,
): Prisma.InputJsonObject {
  const before = typeof metadata === 'object' && metadata !== null ? metadata : {};
  return { ...(before as Prisma.InputJsonObject), ...more };
}

/**
 * The kinds of entries in the billing ledger. `unscheduled`: a booked plan will not begin. `ended` includes plans whose
 * payment was refunded; `replaced` is followed by the `activated` of the next plan.
 */
export type PlanChangeKind =
  | 'trial_started'
  | 'scheduled'
  | 'unscheduled'
  | 'activated'
  | 'renewed'
  | 'past_due'
  | 'recovered'
  | 'cancelled'
  | 'resumed'
  | 'replaced'
  | 'ended';

/** Adds a line to the billing ledger, from which the owner's figures are counted. Lines are never changed. */
export async function insertPlanChange(
  tx: Tx,
  line: Prisma.PlanChangeUncheckedCreateInput & { kind: PlanChangeKind },
): Promise<void> {
  await tx.planChange.create({ data: line });
}

export async function insertSubscription(tx: Tx, data: Prisma.SubscriptionUncheckedCreateInput) {
  return tx.subscription.create({ data, include: { plan: true } });
}

/** Updates a subscription that is still in the state it was read in; null when it is not. */
export async function updateSubscription(
  tx: Db,
  { id, status }: Pick<Subscription, 'id' | 'status'>,
  data: Prisma.SubscriptionUncheckedUpdateManyInput,
): Promise<Subscription | null> {
  const [updated] = await tx.subscription.updateManyAndReturn({ where: { id, status }, data });
  return updated ?? null;
}

/**
 * Writes to the user's row what their subscriptions and checkouts say; entitlements are computed from it. A user
 * without a plan is on trial while that runs, else on Free; one who has agreed to pay is `pending` until the money
 * arrives.
 */
export async function writeBillingStatus(tx: Tx, { userId, now }: { userId: string; now: Date }) {
  await tx.$executeRaw`
    UPDATE users u SET
      subscription_status = coalesce(
        s.status,
        CASE
          WHEN EXISTS (SELECT 1 FROM checkouts c
            WHERE c.user_id = u.id AND c.status = 'open' AND c.approved_at IS NOT NULL) THEN 'pending'
          WHEN u.trial_end_date > ${now} THEN 'trial'
          ELSE 'free'
        END::subscription_status),
      subscription_tier = coalesce(s.tier, 'free'),
      subscription_start_date = coalesce(s.start_date, u.subscription_start_date),
      subscription_end_date = CASE WHEN s.id IS NULL THEN NULL ELSE s.current_period_end END,
      next_tier = n.tier, next_starts_at = n.start_date, next_ends_at = n.current_period_end,
      updated_at = ${now}
    FROM (SELECT 1) one
    LEFT JOIN (
      SELECT subscriptions.id, subscriptions.status, plans.tier, start_date, current_period_end
      FROM subscriptions JOIN plans ON plans.id = subscriptions.plan_id
      WHERE user_id = ${userId}::uuid AND status IN ('active', 'past_due', 'cancelled')
    ) s ON true
    LEFT JOIN (
      SELECT plans.tier, start_date, current_period_end
      FROM subscriptions JOIN plans ON plans.id = subscriptions.plan_id
      WHERE user_id = ${userId}::uuid AND status = 'scheduled'
        AND (payment_provider IN ('paypal', 'razorpay') OR current_period_end > start_date)
    ) n ON true
    WHERE u.id = ${userId}::uuid`;
}
