import type { Job, PrismaClient, Queue, Tx } from '@picksync/db';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import type { PaymentProvider, PaymentProviders, ProviderDispute } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { concludeDisputeEvents } from '../provider-events/provider-events.store.ts';
import { findReferenceOfPayment } from '../subscriptions/subscriptions.store.ts';
import { saveDispute } from './disputes.store.ts';

export type RefreshDisputeDeps = {
  db: PrismaClient;
  queue: Pick<Queue, 'send'>;
  sendMailLater: SendMailLater;
  paymentProviders: PaymentProviders;
  now: () => Date;
};

type Payload = Job<'refresh-dispute'>['payload'];

const unreadable = 'It is about a dispute that the provider does not let us read. Look at it there.';

/**
 * Reads a dispute at its provider, records it, and tells the owner when it was opened and when it is over. Money that the
 * provider withheld is found by refreshing its payment. Throws when it has to be retried.
 */
export async function refreshDispute(
  { payload }: Pick<Job<'refresh-dispute'>, 'payload'>,
  deps: RefreshDisputeDeps,
): Promise<void> {
  const { provider, disputeId } = payload;
  const adapter = deps.paymentProviders[provider];
  if (!adapter) return;
  const at = deps.now();
  try {
    const told = await readIfAllowed(adapter, disputeId);
    await deps.db.$transaction(async (tx) => {
      if (told) await apply(tx, { ...payload, told, at }, deps);
      const conclusion = told
        ? { outcome: 'applied' as const, detail: 'The dispute is on the list of disputes.' }
        : { outcome: 'unassigned' as const, detail: unreadable };
      await concludeDisputeEvents(tx, { ...payload, ...conclusion, at, isDone: true });
    });
  } catch (error) {
    if (error instanceof ProviderError) {
      const detail = `The provider could not be reached (${error.kind}).`;
      await concludeDisputeEvents(deps.db, { ...payload, outcome: 'failed', detail, at, isDone: false });
    }
    throw error;
  }
}

/** Returns a dispute; null when the provider does not know it, or does not let this application read disputes. */
async function readIfAllowed(adapter: PaymentProvider, disputeId: string): Promise<ProviderDispute | null> {
  try {
    return await adapter.readDispute(disputeId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.status === 403 || error.kind === 'refused' || error.kind === 'unknown') return null;
    throw error;
  }
}

async function apply(
  tx: Tx,
  { provider, told, at }: Payload & { told: ProviderDispute; at: Date },
  { queue, sendMailLater }: RefreshDisputeDeps,
): Promise<void> {
  const { before, dispute } = await saveDispute(tx, { provider, told, at });
  const wasOpen = before !== null && before.status !== 'closed';
  const isOpen = dispute.status !== 'closed';
  // A closed dispute may be reopened, so the time is part of the key.
  const due = { disputeId: dispute.id, key: `${dispute.id} ${at.toISOString()}` };
  if (isOpen && !wasOpen) await sendMailLater(tx, { mail: 'dispute_opened', ...due });
  if (isOpen || before?.status === 'closed') return;
  await sendMailLater(tx, { mail: 'dispute_closed', ...due });
  const { paymentId } = dispute;
  const reference = paymentId && (await findReferenceOfPayment(tx, { provider, paymentId }));
  if (reference) await queue.send(tx, 'refresh-subscription', { provider, reference });
}
