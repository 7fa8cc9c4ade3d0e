import { type Db, type Job, type Tx, transact } from '@picksync/db';
import type { Context } from '../../../base/context.ts';
import type { PaymentProvider, ProviderReference } from '../../../base/payments/payment-provider.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import { lookAgainLater } from '../money/record-payment.ts';
import { noteRefusedRefund, type RefundDue, recordPendingRefund } from '../money/transactions.ts';
import type { MadeRefund } from './partial-refunds.ts';
import { type Due, isDue, type Refreshed, refreshSubscription } from './refresh-subscription.ts';

type Refresh = Pick<Job<'refresh-subscription'>, 'payload'>;

/**
 * Brings our books in step with a provider, does what is left to do there, and records the result at the provider's
 * events. Throws when it has to be retried.
 */
export async function refreshSubscriptionJob(context: Context, { payload }: Refresh): Promise<void> {
  const at = context.now();
  const { provider } = payload;
  const countEvent = (outcome: Try['outcome']) =>
    context.metrics.count('picksync_payment_events_total', { provider, outcome });
  try {
    const { outcome, detail } = await refreshAndRequest(context, payload);
    countEvent(outcome);
    await transact(context.db, async (tx) => {
      const { ids: except, isNew } =
        outcome === 'refused' ? nothingDeferred : await deferUnlisted(tx, { ...payload, at });
      if (isNew) await lookAgainLater(context, tx, { ...payload, at });
      await recordTry(tx, { ...payload, outcome, detail, at, isDone: true, except });
    });
  } catch (error) {
    const detail =
      error instanceof ProviderError
        ? `The provider could not be reached (${error.kind}).`
        : error instanceof StillDue
          ? error.message
          : 'It failed on our side; the log says why.';
    countEvent('failed');
    await recordTry(context.db, { ...payload, outcome: 'failed', detail, at, isDone: false });
    throw error;
  }
}

const nothingDeferred = { ids: [], isNew: false };

class StillDue extends Error {
  override readonly name = 'StillDue';
}

async function refreshAndRequest(context: Context, payload: Refresh['payload']): Promise<Refreshed> {
  const found = await refreshSubscription(context, payload, { isJob: true });
  const provider = context.payments.providers[payload.provider];
  if (!provider || !isDue(found.due)) return found;
  const made = await requestAtProvider(context, payload.reference, { provider, due: found.due });
  const { due } = await refreshSubscription(context, payload, { isJob: true, made });
  if (isDue(due)) throw new StillDue('The provider has not done yet what we requested.');
  return { ...found, outcome: found.outcome === 'nothing' ? 'applied' : found.outcome };
}

/**
 * Requests what is due, and returns the refunds that were made where the provider lists no parts. The key of a refund is its payment,
 * the amount that was back before, and how often it has failed: however often it is requested, it is made once, and the answer is the
 * same.
 */
async function requestAtProvider(
  context: Context,
  reference: string,
  { provider, due }: { provider: PaymentProvider; due: Due },
): Promise<MadeRefund[]> {
  const made: MadeRefund[] = [];
  if (due.cancel) await provider.cancel(reference, 'It was replaced or has ended.');
  for (const refund of due.refunds) made.push(...(await refundAtProvider(context, provider, refund)));
  return made;
}

/** A refund that the provider refuses is not requested again until an administrator does so. */
async function refundAtProvider(
  context: Context,
  provider: PaymentProvider,
  refund: RefundDue,
): Promise<MadeRefund[]> {
  const { db, log, now } = context;
  const { id, paymentId, currency, dueCents, givenCents } = refund;
  try {
    log.info({ transaction: id, cents: dueCents }, 'a payment is given back');
    const key = toRefundKey(refund);
    const answer = await provider.refund({ paymentId, amountCents: dueCents, currency, key });
    const { pendingId, totalCents, wasWhole } = answer;
    if (pendingId) await recordPendingRefund(db, { id: pendingId, of: id, cents: dueCents, at: now() });
    if (pendingId || wasWhole || !provider.readRefund) return [];
    return [{ paymentId, totalCents: Math.max(totalCents ?? 0, givenCents + dueCents) }];
  } catch (error) {
    if (!(error instanceof ProviderError) || !(error.kind === 'refused' || error.kind === 'gone'))
      throw error;
    log.warn({ transaction: id, err: error }, 'the provider refuses to give a payment back');
    await noteRefusedRefund(db, { id, refusal: error.code, at: now() });
    return [];
  }
}

function toRefundKey({ id, givenCents, failedRefunds }: RefundDue): string {
  if (givenCents === 0 && failedRefunds === 0) return id;
  // Razorpay keeps 40 characters of it.
  const parts = [id.replaceAll('-', ''), givenCents, ...(failedRefunds > 0 ? [failedRefunds] : [])];
  return parts.join('-');
}

const hourMs = 60 * 60_000;

/** Events that were tried and are not done, and whether one of them was never tried before. */
type Deferred = { ids: string[]; isNew: boolean };

/**
 * Defers the events about a refund whose payment the provider does not list yet. From an hour on, such an event needs
 * somebody.
 */
async function deferUnlisted(
  tx: Tx,
  { provider, reference, at }: ProviderReference & { at: Date },
): Promise<Deferred> {
  const events = await tx.providerEvent.findMany({
    where: {
      provider,
      reference,
      processedAt: null,
      receivedAt: { lte: at },
      paymentId: { not: null },
      refundId: { not: null },
    },
    select: { id: true, paymentId: true, receivedAt: true, attempts: true },
  });
  const ids = events.flatMap(({ paymentId }) => paymentId ?? []);
  const listed = await tx.paymentTransaction.findMany({
    where: { provider, providerTransactionId: { in: ids } },
    select: { providerTransactionId: true },
  });
  const known = new Set(listed.map(({ providerTransactionId }) => providerTransactionId));
  const deferred: Deferred = { ids: [], isNew: false };
  for (const { id, paymentId, receivedAt, attempts } of events) {
    if (known.has(paymentId)) continue;
    const isOver = at.getTime() - receivedAt.getTime() >= hourMs;
    const result = isOver
      ? { outcome: 'unassigned', detail: neverListed, processedAt: at }
      : { detail: notYetListed };
    await tx.providerEvent.update({ where: { id }, data: { ...result, attempts: { increment: 1 } } });
    deferred.ids.push(id);
    deferred.isNew ||= attempts === 0;
  }
  return deferred;
}

const notYetListed = 'The provider does not list this payment yet. It is looked at again.';
const neverListed = 'The provider does not list the payment that it is about. Look at it there.';

type Try = ProviderReference & {
  outcome: 'applied' | 'nothing' | 'refused' | 'failed';
  detail: string;
  at: Date;
  isDone: boolean;
  /** Events that are left as they are. */
  except?: readonly string[];
};

/**
 * Records the result of a try at the events about a reference that are not done yet: administrators see how often it
 * was tried, and why it failed.
 */
export async function recordTry(db: Db, tried: Try): Promise<void> {
  const { provider, reference, outcome, detail, at, isDone, except = [] } = tried;
  // An administrator who acknowledged a failure has not seen the refusal.
  const again = outcome === 'refused' ? { acknowledgedAt: null } : {};
  await db.providerEvent.updateMany({
    where: { provider, reference, processedAt: null, receivedAt: { lte: at }, id: { notIn: [...except] } },
    data: { outcome, detail, attempts: { increment: 1 }, ...(isDone && { processedAt: at }), ...again },
  });
}
