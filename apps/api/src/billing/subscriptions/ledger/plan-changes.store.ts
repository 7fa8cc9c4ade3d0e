import type { PaymentProvider, Tx } from '@picksync/db';

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

export type PlanChangeEntry = {
  id: string;
  userId: string;
  subscriptionId: string | null;
  planId: number;
  provider: PaymentProvider | null;
  kind: PlanChangeKind;
  /** Whole cents that a regular period brings from now on; 0 when nothing does. */
  monthlyCents: number;
  at: Date;
};

/** Adds a line to the book of plan changes, from which the owner's figures are counted. Lines are never changed. */
export async function recordPlanChange(tx: Tx, entry: PlanChangeEntry): Promise<void> {
  await tx.planChange.create({ data: entry });
}
