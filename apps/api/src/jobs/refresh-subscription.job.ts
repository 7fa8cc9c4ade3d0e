import { type Job, repeatOnDeadlock } from '@picksync/db';
import type { Context } from '../base/context.ts';
import type { PaymentProvider } from '../base/payments/payment-provider.ts';
import { ProviderError } from '../billing/payments/provider-error.ts';
import { deferUnlisted, recordTry } from '../billing/subscriptions/from-provider/event-outcomes.store.ts';
import {
  type Due,
  isDue,
  type Refreshed,
  refreshSubscription,
} from '../billing/subscriptions/from-provider/refresh-subscription.ts';
import { lookAgainLater } from '../billing/subscriptions/from-provider/unlisted-payment.ts';
import {
  noteRefusedRefund,
  type RefundDue,
  recordPendingRefund,
} from '../billing/subscriptions/money/transactions.store.ts';

type Refresh = Pick<Job<'refresh-subscription'>, 'payload'>;

/**
 * Brings our books in step with a provider, does what is left to do there, and records the result at the provider's
 * events. Throws when it has to be retried.
 */
export async function refreshSubscriptionJob(context: Context, { payload }: Refresh): Promise<void> {
  const at = context.now();
  try {
    const { outcome, detail } = await refreshAndSettle(context, payload);
    await repeatOnDeadlock(() =>
      context.db.$transaction(async (tx) => {
        const { ids: except, isNew } =
          outcome === 'refused' ? nothingDeferred : await deferUnlisted(tx, { ...payload, at });
        if (isNew) await lookAgainLater(context, tx, { ...payload, at });
        await recordTry(tx, { ...payload, outcome, detail, at, isDone: true, except });
      }),
    );
  } catch (error) {
    const detail =
      error instanceof ProviderError
        ? `The provider could not be reached (${error.kind}).`
        : error instanceof StillDue
          ? error.message
          : 'It failed on our side; the log says why.';
    await recordTry(context.db, { ...payload, outcome: 'failed', detail, at, isDone: false });
    throw error;
  }
}

const nothingDeferred = { ids: [], isNew: false };

class StillDue extends Error {
  override readonly name = 'StillDue';
}

async function refreshAndSettle(context: Context, payload: Refresh['payload']): Promise<Refreshed> {
  const found = await refreshSubscription(context, payload, { isJob: true });
  const provider = context.payments.providers[payload.provider];
  if (!provider || !isDue(found.due)) return found;
  await settleAtProvider(context, payload.reference, { provider, due: found.due });
  const { due } = await refreshSubscription(context, payload, { isJob: true });
  if (isDue(due)) throw new StillDue('The provider has not done yet what we requested.');
  return { ...found, outcome: found.outcome === 'nothing' ? 'applied' : found.outcome };
}

/**
 * The key of a refund is its payment, the amount that was back before, and how often it has failed: however often it is
 * requested, it is made once.
 */
async function settleAtProvider(
  context: Context,
  reference: string,
  { provider, due }: { provider: PaymentProvider; due: Due },
): Promise<void> {
  if (due.cancel) await provider.cancel(reference, 'It was replaced or has ended.');
  for (const refund of due.refunds) await refundAtProvider(context, provider, refund);
}

/** A refund that the provider refuses is not requested again until an administrator does so. */
async function refundAtProvider(
  context: Context,
  provider: PaymentProvider,
  refund: RefundDue,
): Promise<void> {
  const { db, log, now } = context;
  const { id, paymentId, currency, dueCents } = refund;
  try {
    log.info({ transaction: id, cents: dueCents }, 'a payment is given back');
    const key = refundKey(refund);
    const { pendingId } = await provider.refund({ paymentId, amountCents: dueCents, currency, key });
    if (pendingId) await recordPendingRefund(db, { id: pendingId, of: id, cents: dueCents, at: now() });
  } catch (error) {
    if (!(error instanceof ProviderError) || !(error.kind === 'refused' || error.kind === 'gone'))
      throw error;
    log.warn({ transaction: id, err: error }, 'the provider refuses to give a payment back');
    await noteRefusedRefund(db, { id, refusal: error.code, at: now() });
  }
}

function refundKey({ id, givenCents, failedRefunds }: RefundDue): string {
  if (givenCents === 0 && failedRefunds === 0) return id;
  // Razorpay keeps 40 characters of it.
  const parts = [id.replaceAll('-', ''), givenCents, ...(failedRefunds > 0 ? [failedRefunds] : [])];
  return parts.join('-');
}
