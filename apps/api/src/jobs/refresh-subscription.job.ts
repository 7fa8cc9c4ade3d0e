import { type Job, repeatOnDeadlock } from '@picksync/db';
import type { PaymentProvider } from '../modules/payments/payment-provider.ts';
import { ProviderError } from '../modules/payments/provider-error.ts';
import { recordTry } from '../modules/subscriptions/event-outcomes.store.ts';
import {
  type Due,
  type RefreshDeps,
  type Refreshed,
  refreshSubscription,
} from '../modules/subscriptions/refresh-subscription.ts';

type Payload = Job<'refresh-subscription'>['payload'];

/**
 * Brings our books in step with a provider, does there what is left to do, and writes beside the provider's events what came of them.
 * Throws where it has to be tried again.
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
        ? `The provider could not be asked (${error.kind}).`
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
  if (isDue(due)) throw new StillDue('The provider has not done yet what was asked of it.');
  return { ...found, outcome: found.outcome === 'nothing' ? 'applied' : found.outcome };
}

function isDue({ cancel, refunds }: Due): boolean {
  return cancel || refunds.length > 0;
}

/** Each refund has its payment, and what was back before, as its key: however often it is asked for, it is given once. */
async function settleAtProvider(
  reference: string,
  { provider, due }: { provider: PaymentProvider; due: Due },
  { log }: RefreshDeps,
): Promise<void> {
  if (due.cancel) await provider.cancel(reference, 'It was replaced or has ended.');
  for (const { id, paymentId, currency, givenCents, dueCents } of due.refunds) {
    log.info({ transaction: id, cents: dueCents }, 'a payment is given back');
    await provider.refund({ paymentId, amountCents: dueCents, currency, key: refundKey(id, givenCents) });
  }
}

function refundKey(id: string, givenCents: number): string {
  // Razorpay keeps 40 characters of it.
  return givenCents === 0 ? id : `${id.replaceAll('-', '')}-${givenCents}`;
}
