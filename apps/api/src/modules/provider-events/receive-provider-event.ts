import { AppError } from '@picksync/contracts';
import type { PrismaClient, Queue } from '@picksync/db';
import type {
  PaymentProviderName,
  PaymentProviders,
  ProviderHint,
  ReceivedEvent,
} from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { findReferenceOfPayment } from '../subscriptions/subscriptions.store.ts';
import { saveProviderEvent } from './provider-events.store.ts';

export type ReceiveEventDeps = {
  db: PrismaClient;
  queue: Queue;
  now: () => Date;
  paymentProviders: PaymentProviders;
};

type Event = ReceivedEvent & { provider: PaymentProviderName };

/**
 * Receives an event of a payment provider: stores a receipt and enqueues a look at the provider, once however often the
 * event is delivered. Returns false when its signature is wrong. Throws `unavailable` when that cannot be checked now,
 * so that the provider delivers it again.
 */
export async function receiveProviderEvent(event: Event, deps: ReceiveEventDeps): Promise<boolean> {
  const hint = await verified(event, deps);
  if (!hint) return false;
  const { provider } = event;
  const at = deps.now();
  await deps.db.$transaction(async (tx) => {
    const { paymentId } = hint;
    const reference =
      hint.reference ?? (paymentId && (await findReferenceOfPayment(tx, { provider, paymentId })));
    const isNew = await saveProviderEvent(tx, { ...hint, provider, reference, at });
    if (isNew && reference) await deps.queue.send(tx, 'refresh-subscription', { provider, reference });
  });
  return true;
}

async function verified(
  { provider, headers, body }: Event,
  deps: ReceiveEventDeps,
): Promise<ProviderHint | null> {
  const known = deps.paymentProviders[provider];
  if (!known) throw new AppError('not_found');
  try {
    return await known.verifyEvent({ headers, body });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const retryAfterSeconds = error.retryAfterSeconds ?? 30;
    throw new AppError('unavailable', { details: { retryAfterSeconds }, cause: error });
  }
}
