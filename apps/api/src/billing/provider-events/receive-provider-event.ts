import { AppError } from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import type {
  PaymentProviderName,
  ProviderHint,
  ReceivedEvent,
} from '../../base/payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { findReference } from './assign-event.ts';
import { concludeEvent, saveProviderEvent } from './provider-events.store.ts';

type Event = ReceivedEvent & { provider: PaymentProviderName };

/**
 * Receives an event of a payment provider: stores a receipt and enqueues a look at the provider, once however often the
 * event is delivered. Returns false when its signature is wrong. Throws `unavailable` when that cannot be checked now,
 * so that the provider delivers it again.
 */
export async function receiveProviderEvent(context: Context, event: Event): Promise<boolean> {
  const hint = await verified(context, event);
  if (!hint) return false;
  const { provider } = event;
  const at = context.now();
  await context.db.$transaction(async (tx) => {
    const reference = await findReference(tx, { ...hint, provider });
    const id = await saveProviderEvent(tx, { ...hint, provider, reference, at });
    if (id === null) return;
    const { disputeId } = hint;
    if (disputeId !== null) await context.queue.send(tx, 'refresh-dispute', { provider, disputeId });
    if (reference !== null) {
      await context.queue.send(tx, 'refresh-subscription', { provider, reference });
    } else if (hint.claim) {
      await context.queue.send(tx, 'assign-event', { eventId: id });
    } else if (disputeId === null) {
      const detail = 'It names nothing that we could ask for.';
      await concludeEvent(tx, { id, outcome: 'nothing', detail, at });
    }
  });
  return true;
}

async function verified(context: Context, { provider, ...event }: Event): Promise<ProviderHint | null> {
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
