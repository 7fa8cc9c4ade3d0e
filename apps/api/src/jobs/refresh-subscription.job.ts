import { type Job, repeatOnDeadlock } from '@picksync/db';
import type { PaymentProvider } from '../billing/payments/payment-provider.ts';
import { ProviderError } from '../billing/payments/provider-error.ts';
import { recordTry } from '../billing/subscriptions/event-outcomes.store.ts';
import {
  type Due,
  type RefreshDeps,
  type Refreshed,
  refreshSubscription,
} from '../billing/subscriptions/refresh-subscription.ts';
import { noteRefusedRefund, type RefundDue } from '../billing/subscriptions/transactions.store.ts';

type Payload = Job<'refresh-subscription'>['payload'];

/**
 * Brings our books in step with a provider, does what is left to do there, and records the result at the provider's
 * events. Throws when it has to be retried.
 */
export async function refreshSubscriptionJob(
  { payload }: Pick<Job<'refresh-subscription'>, 'payload'>,
  deps: RefreshDeps,
): Promise<void> {
  const at = deps.now();
  try {
    const { outcome, detail } = await refreshAndSettle(payload, deps);
    await repeatOnDeadlock(() => recordTry(deps.db, { ...payload, outcome, detail, at, isDone: true }));
  } catch (error) {
    const detail =
      error instanceof ProviderError
        ? `The provider could not be reached (${error.kind}).`
        : error instanceof StillDue
          ? error.message
          : 'It failed on our side; the log says why.';
    await recordTry(deps.db, { ...payload, outcome: 'failed', detail, at, isDone: false });
    throw error;
  }
}

class StillDue extends Error {
  override readonly name = 'StillDue';
}

async function refreshAndSettle(payload: Payload, deps: RefreshDeps): Promise<Refreshed> {
  const found = await refreshSubscription(payload, deps, { isJob: true });
  const provider = deps.paymentProviders[payload.provider];
  if (!provider || !isDue(found.due)) return found;
  await settleAtProvider(payload.reference, { provider, due: found.due }, deps);
  const { due } = await refreshSubscription(payload, deps, { isJob: true });
  if (isDue(due)) throw new StillDue('The provider has not done yet what we requested.');
  return { ...found, outcome: found.outcome === 'nothing' ? 'applied' : found.outcome };
}

function isDue({ cancel, refunds }: Due): boolean {
  return cancel || refunds.length > 0;
}

/**
 * The key of a refund is its payment and the amount that was back before: however often it is requested, it is made
 * once.
 */
async function settleAtProvider(
  reference: string,
  { provider, due }: { provider: PaymentProvider; due: Due },
  deps: RefreshDeps,
): Promise<void> {
  if (due.cancel) await provider.cancel(reference, 'It was replaced or has ended.');
  for (const refund of due.refunds) await giveBack(provider, refund, deps);
}

/** A refund that the provider refuses is not requested again until an administrator does so. */
async function giveBack(
  provider: PaymentProvider,
  { id, paymentId, currency, givenCents, dueCents }: RefundDue,
  { db, log, now }: RefreshDeps,
): Promise<void> {
  try {
    log.info({ transaction: id, cents: dueCents }, 'a payment is given back');
    await provider.refund({ paymentId, amountCents: dueCents, currency, key: refundKey(id, givenCents) });
  } catch (error) {
    if (!(error instanceof ProviderError) || !(error.kind === 'refused' || error.kind === 'gone'))
      throw error;
    log.warn({ transaction: id, err: error }, 'the provider refuses to give a payment back');
    await noteRefusedRefund(db, { id, refusal: error.code, at: now() });
  }
}

function refundKey(id: string, givenCents: number): string {
  // Razorpay keeps 40 characters of it.
  return givenCents === 0 ? id : `${id.replaceAll('-', '')}-${givenCents}`;
}
