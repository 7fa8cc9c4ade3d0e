import type { Db, Subscription, Tx } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import type { PaymentProvider, ProviderReference } from '../../base/payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { findScheduled } from './subscriptions.store.ts';

/** How much later than the request the job runs: the request tries it first. */
const laterMs = 60_000;

type Row = Pick<Subscription, 'paymentProvider' | 'paymentProviderSubscriptionId'>;

/**
 * Returns the reference that a provider charges by itself; null for plans that are paid link by link, or not at all.
 */
export function getChargedReference(row: Row): ProviderReference | null {
  const { paymentProvider, paymentProviderSubscriptionId: reference } = row;
  return paymentProvider === 'paypal' && reference !== null ? { provider: 'paypal', reference } : null;
}

/** Enqueues a look at a plan that its provider charges by itself: it finds late payments, and charges that must end. */
export async function lookAtCharges(context: Context, tx: Tx, row: Row): Promise<void> {
  const charged = getChargedReference(row);
  if (charged) await context.queue.send(tx, 'refresh-subscription', charged);
}

/** Enqueues the job that stops the charges for a plan that is cancelled or over. */
export async function scheduleChargeAlignment(context: Context, db: Db, row: Row): Promise<void> {
  const charged = getChargedReference(row);
  const startAfter = new Date(context.now().getTime() + laterMs);
  if (charged) await context.queue.send(db, 'align-charges', charged, { startAfter });
}

/** Does the same at once, if the provider replies; otherwise the job does it. */
export async function alignChargesAtOnce(context: Context, row: Row): Promise<void> {
  const charged = getChargedReference(row);
  if (!charged) return;
  try {
    await alignCharges(context, charged);
  } catch (error) {
    context.log.warn({ err: error, reference: charged.reference }, 'charges could not be ended at once');
  }
}

/**
 * Brings what a provider charges in step with our books: a plan that its user has cancelled, or that another one is booked
 * to follow, is suspended until its period is over; one that is over, or whose account was deleted, is cancelled for
 * good; one that was resumed or renewed is resumed. Follows the state at the time it runs. Throws when it has to be retried.
 */
export async function alignCharges(context: Context, charged: ProviderReference): Promise<void> {
  const provider = context.payments.providers[charged.provider];
  const act = chooseAct(await findRow(context, charged), context.now());
  if (act === 'nothing') return;
  if (!provider)
    throw new Error(`${charged.provider} is not set up any more, so that nobody can tell it what to charge`);
  try {
    await does[act](provider, charged.reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A subscription that the provider does not know, or has ended itself, charges nothing.
    if (error.kind !== 'gone' && error.kind !== 'refused') throw error;
    context.log.warn({ err: error, reference: charged.reference }, 'a provider had nothing to change');
  }
}

type Aligned = Pick<Subscription, 'status' | 'currentPeriodEnd'> & {
  /** Whether another plan is booked to follow it. */
  isFollowed: boolean;
};

async function findRow(
  context: Context,
  { provider, reference }: ProviderReference,
): Promise<Aligned | null> {
  const charged = { paymentProvider: provider, paymentProviderSubscriptionId: reference };
  const row = await context.db.subscription.findUnique({
    where: { paymentProvider_paymentProviderSubscriptionId: charged },
    select: { id: true, userId: true, status: true, currentPeriodEnd: true },
  });
  if (!row) return null;
  const next = await findScheduled(context.db, row.userId);
  return { ...row, isFollowed: next !== null && next.id !== row.id };
}

type Act = 'cancel' | 'suspend' | 'resume';

function chooseAct(row: Aligned | null, at: Date): Act | 'nothing' {
  if (row === null || row.status === 'expired') return 'cancel';
  if (row.status === 'cancelled' || row.isFollowed) return 'suspend';
  // A subscription that is suspended after an unpaid period was suspended by the provider itself.
  const isPaid = row.status === 'active' && row.currentPeriodEnd !== null && row.currentPeriodEnd > at;
  return isPaid ? 'resume' : 'nothing';
}

const does: Record<Act, (provider: PaymentProvider, reference: string) => Promise<void>> = {
  cancel: (provider, reference) => provider.cancel(reference, 'The plan is over.'),
  suspend: (provider, reference) => provider.suspend(reference, 'It does not go on after this period.'),
  resume: async (provider, reference) => {
    const state = await provider.fetch(reference);
    if (state?.status === 'suspended') await provider.resume(reference);
  },
};
