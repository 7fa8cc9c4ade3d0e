import { AppError } from '@picksync/contracts';
import { type Db, type Job, type ProviderEvent, transact } from '@picksync/db';
import { formatMoney } from '../../base/amounts.ts';
import type { Context } from '../../base/context.ts';
import type {
  PaymentProvider,
  PaymentProviderName,
  ReceivedEvent,
  VerifiedEvent,
} from '../../base/payments/payment-provider.ts';
import { findCarriedCheckout } from '../checkouts/checkouts.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { refreshSubscription } from '../subscriptions/from-provider/refresh-subscription.ts';
import { findReferenceOfPayment } from '../subscriptions/subscriptions.store.ts';
import {
  assignReference,
  concludeEvent,
  findCandidates,
  findRecordedSince,
  noteFailedTry,
  saveProviderEvent,
} from './provider-events.store.ts';

type Event = ReceivedEvent & { provider: PaymentProviderName };

/**
 * Receives an event of a payment provider: stores a receipt and enqueues a look at the provider, once however often the
 * event is delivered. Returns false when its signature is wrong. Throws `unavailable` when that cannot be checked now,
 * so that the provider delivers it again.
 */
export async function receiveProviderEvent(context: Context, event: Event): Promise<boolean> {
  const verified = await verify(context, event);
  if (!verified) return false;
  const { provider } = event;
  const at = context.now();
  await transact(context.db, async (tx) => {
    const reference = await findReference(tx, { ...verified, provider });
    const id = await saveProviderEvent(tx, { ...verified, provider, reference, at });
    if (id === null) return;
    const { disputeId } = verified;
    if (disputeId !== null) await context.queue.send(tx, 'refresh-dispute', { provider, disputeId });
    if (reference !== null) {
      await context.queue.send(tx, 'refresh-subscription', { provider, reference });
    } else if (verified.claim) {
      await context.queue.send(tx, 'assign-event', { eventId: id });
    } else if (disputeId === null) {
      const detail = 'It names nothing that we could ask for.';
      await concludeEvent(tx, { id, outcome: 'nothing', detail, at });
    }
  });
  return true;
}

async function verify(context: Context, { provider, ...event }: Event): Promise<VerifiedEvent | null> {
  const known = context.payments.providers[provider];
  if (!known) throw new AppError('not_found');
  try {
    return await known.verifyEvent(event);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const retryAfterSeconds = error.retryAfterSeconds ?? 30;
    throw new AppError('unavailable', { details: { retryAfterSeconds }, cause: error });
  }
}

/** The most payments to check for one event. */
const maxCandidates = 10;

/**
 * Finds the payment of an event that names nothing we know: asks the provider, and otherwise checks the payments of its
 * amount. An event without a match waits for an administrator. Throws when it has to be retried.
 */
export async function assignEvent(
  context: Context,
  { payload: { eventId } }: Pick<Job<'assign-event'>, 'payload'>,
): Promise<void> {
  const unassigned = { id: eventId, reference: null, processedAt: null };
  const event = await context.db.providerEvent.findFirst({ where: unassigned });
  const provider = event && event.provider !== 'smartsheet' && context.payments.providers[event.provider];
  if (!event || !provider) return;
  try {
    await assign(context, event, provider);
  } catch (error) {
    if (error instanceof ProviderError) {
      const detail = `The provider could not be reached (${error.kind}).`;
      await noteFailedTry(context.db, { id: eventId, detail });
    }
    throw error;
  }
}

async function assign(context: Context, event: ProviderEvent, provider: PaymentProvider): Promise<void> {
  const { id, paymentId, refundId } = event;
  const traced = await provider.trace({ paymentId, refundId });
  const found = traced && (await findReference(context.db, { ...traced, provider: provider.name }));
  if (found) {
    await transact(context.db, async (tx) => {
      await assignReference(tx, { id, reference: found, paymentId: traced.paymentId });
      await context.queue.send(tx, 'refresh-subscription', { provider: provider.name, reference: found });
    });
    return;
  }
  await findByAmount(context, event, provider.name);
}

type Named = Pick<VerifiedEvent, 'reference' | 'paymentId' | 'checkoutId'> & {
  provider: PaymentProviderName;
};

/** Returns the reference of a payment: as the provider names it, from our records, or by the checkout id in the payment. */
async function findReference(
  db: Db,
  { provider, reference, paymentId, checkoutId }: Named,
): Promise<string | null> {
  if (reference !== null) return reference;
  const ofPayment = paymentId && (await findReferenceOfPayment(db, { provider, paymentId }));
  return ofPayment || ((await findCarriedCheckout(db, { provider, checkoutId }))?.providerReference ?? null);
}

/** Checks the payments it may be about. The provider's record of a payment counts, not the event. */
async function findByAmount(context: Context, event: ProviderEvent, provider: PaymentProviderName) {
  const { id, claimedCents: cents, claimedCurrency: currency } = event;
  const [began, at] = [context.now(), event.claimedAt ?? event.receivedAt];
  const claim = cents === null || currency === null ? null : { provider, cents, currency };
  const candidates = claim ? await findCandidates(context.db, { ...claim, at }, maxCandidates) : [];
  for (const candidate of candidates) await refreshSubscription(context, candidate);
  const references = candidates.map(({ reference }) => reference);
  const recorded = claim ? await findRecordedSince(context.db, { ...claim, at: began }, references) : null;
  await transact(context.db, async (tx) => {
    if (recorded) {
      await assignReference(tx, { id, ...recorded });
      const detail = 'It belongs to the payment that was found by its amount.';
      return concludeEvent(tx, { id, outcome: 'applied', detail, at: context.now() });
    }
    const detail = explainUnassigned(event, candidates.length);
    return concludeEvent(tx, { id, outcome: 'unassigned', detail, at: context.now() });
  });
}

function explainUnassigned(event: ProviderEvent, candidates: number): string {
  const { claimedCents: cents, claimedCurrency: currency } = event;
  const money = cents === null || currency === null ? 'money' : formatMoney(cents, currency);
  return `It is about ${money}, and nobody can tell of which payment. ${describeCandidates(candidates)}`;
}

function describeCandidates(candidates: number): string {
  if (candidates === 0) return 'No payment here can be the one.';
  if (candidates === 1) return 'The one payment that it can be about has not changed.';
  return `None of the ${candidates} payments that can be the one has changed.`;
}
