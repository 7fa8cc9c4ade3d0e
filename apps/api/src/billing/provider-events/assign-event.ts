import { type Job, type ProviderEvent, type Queue, repeatOnDeadlock } from '@picksync/db';
import { moneyOf } from '../../base/amounts.ts';
import { findCheckout } from '../checkouts/checkouts.store.ts';
import type {
  PaymentProvider,
  PaymentProviderName,
  ProviderReference,
  Traced,
} from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { type RefreshDeps, refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { findReferenceOfPayment } from '../subscriptions/subscriptions.store.ts';
import {
  assignReference,
  concludeEvent,
  findCandidates,
  findRecordedSince,
  findUnassigned,
  noteFailedTry,
} from './provider-events.store.ts';

export type AssignEventDeps = RefreshDeps & { queue: Queue };

/** The most payments to check for one event. */
const maxCandidates = 10;

/**
 * Finds the payment of an event that names nothing we know: asks the provider, and otherwise checks the payments of its
 * amount. An event without a match waits for an administrator. Throws when it has to be retried.
 */
export async function assignEvent(
  { payload: { eventId } }: Pick<Job<'assign-event'>, 'payload'>,
  deps: AssignEventDeps,
): Promise<void> {
  const event = await findUnassigned(deps.db, eventId);
  const provider = event && event.provider !== 'smartsheet' && deps.paymentProviders[event.provider];
  if (!event || !provider) return;
  try {
    await assign(event, provider, deps);
  } catch (error) {
    if (error instanceof ProviderError) {
      const detail = `The provider could not be reached (${error.kind}).`;
      await noteFailedTry(deps.db, { id: eventId, detail });
    }
    throw error;
  }
}

async function assign(event: ProviderEvent, provider: PaymentProvider, deps: AssignEventDeps): Promise<void> {
  const { id, paymentId, refundId } = event;
  const traced = await provider.trace({ paymentId, refundId });
  const found = traced && (await referenceOf(provider.name, traced, deps));
  if (found) {
    await deps.db.$transaction(async (tx) => {
      await assignReference(tx, { id, reference: found, paymentId: traced.paymentId });
      await deps.queue.send(tx, 'refresh-subscription', { provider: provider.name, reference: found });
    });
    return;
  }
  await findByAmount(event, provider.name, deps);
}

/** Returns the reference of a payment: from the provider, from our records, or by the checkout id in the payment. */
async function referenceOf(
  provider: PaymentProviderName,
  { reference, paymentId, checkoutId }: Traced,
  { db }: AssignEventDeps,
): Promise<string | null> {
  if (reference !== null) return reference;
  return (
    (await findReferenceOfPayment(db, { provider, paymentId })) ??
    (await findReferenceOfCheckout(db, { provider, checkoutId }))
  );
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the provider's reference of one of our checkouts; null where there is none at this provider. */
export async function findReferenceOfCheckout(
  db: Parameters<typeof findCheckout>[0],
  { provider, checkoutId }: { provider: PaymentProviderName; checkoutId: string | null },
): Promise<string | null> {
  const checkout = checkoutId !== null && uuid.test(checkoutId) ? await findCheckout(db, checkoutId) : null;
  return checkout?.provider === provider ? checkout.providerReference : null;
}

/** Checks the payments it may be about. The provider's record of a payment counts, not the event. */
async function findByAmount(
  event: ProviderEvent,
  provider: PaymentProviderName,
  deps: AssignEventDeps,
): Promise<void> {
  const { id, claimedCents: cents, claimedCurrency: currency } = event;
  const [began, at] = [deps.now(), event.claimedAt ?? event.receivedAt];
  const claim = cents === null || currency === null ? null : { provider, cents, currency };
  const candidates = claim ? await findCandidates(deps.db, { ...claim, at }, maxCandidates) : [];
  for (const candidate of candidates) await refreshSubscription(candidate, deps);
  const references = candidates.map(({ reference }) => reference);
  const recorded = claim ? await findRecordedSince(deps.db, { ...claim, at: began }, references) : null;
  await repeatOnDeadlock(() =>
    deps.db.$transaction(async (tx) => {
      if (recorded) {
        await assignReference(tx, { id, ...recorded });
        const detail = 'It belongs to the payment that was found by its amount.';
        return concludeEvent(tx, { id, outcome: 'applied', detail, at: deps.now() });
      }
      const detail = whyUnassigned(event, candidates);
      return concludeEvent(tx, { id, outcome: 'unassigned', detail, at: deps.now() });
    }),
  );
}

function whyUnassigned(
  { claimedCents: cents, claimedCurrency: currency }: ProviderEvent,
  candidates: readonly ProviderReference[],
): string {
  const money = cents === null || currency === null ? 'money' : moneyOf(cents, currency);
  const looks =
    candidates.length === 0
      ? 'No payment here can be the one.'
      : `None of the ${candidates.length} payments that can be the one has changed.`;
  return `It is about ${money}, and nobody can tell of which payment. ${looks}`;
}
