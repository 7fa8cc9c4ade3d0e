import { type Job, type Tx, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import {
  type PaymentProvider,
  type ProviderDispute,
  paymentProviderNames,
} from '../../base/payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { concludeDisputeEvents } from '../provider-events/provider-events.store.ts';
import { findReferenceOfPayment } from '../subscriptions/subscriptions.store.ts';
import { findDueDisputes, findOpenDisputes, markReminded, saveDispute } from './disputes.store.ts';

type Payload = Job<'refresh-dispute'>['payload'];

const unreadable = 'It is about a dispute that the provider does not let us read. Look at it there.';

/**
 * Reads a dispute at its provider, records it, and tells the owner when it was opened and when it is over. Money that the
 * provider withheld is found by refreshing its payment. Throws when it has to be retried.
 */
export async function refreshDispute(context: Context, { payload }: Pick<Job<'refresh-dispute'>, 'payload'>) {
  const adapter = context.payments.providers[payload.provider];
  if (!adapter) return;
  const at = context.now();
  try {
    const isApplied = await readAndApply(context, { ...payload, adapter, at, mayReopen: false });
    // This answer may be older than the one that said it is closed. The next one is not.
    if (!isApplied) await readAndApply(context, { ...payload, adapter, at, mayReopen: true });
  } catch (error) {
    if (error instanceof ProviderError) {
      const detail = `The provider could not be reached (${error.kind}).`;
      await concludeDisputeEvents(context.db, { ...payload, outcome: 'failed', detail, at, isDone: false });
    }
    throw error;
  }
}

type Read = Payload & { adapter: PaymentProvider; at: Date; mayReopen: boolean };

/** Returns false, and changes nothing, when a closed dispute would be reopened and may not be. */
async function readAndApply(context: Context, { adapter, at, mayReopen, ...payload }: Read) {
  const told = await readIfAllowed(adapter, payload.disputeId);
  return transact(context.db, async (tx) => {
    if (told && !(await apply(context, tx, { ...payload, told, at, mayReopen }))) return false;
    const conclusion = told
      ? { outcome: 'applied' as const, detail: 'The dispute is on the list of disputes.' }
      : { outcome: 'unassigned' as const, detail: unreadable };
    await concludeDisputeEvents(tx, { ...payload, ...conclusion, at, isDone: true });
    return true;
  });
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
  context: Context,
  tx: Tx,
  { provider, told, at, mayReopen }: Payload & { told: ProviderDispute; at: Date; mayReopen: boolean },
): Promise<boolean> {
  const saved = await saveDispute(tx, { provider, told, at, mayReopen });
  if (!saved) return false;
  const { before, dispute } = saved;
  const wasOpen = before !== null && before.status !== 'closed';
  const isOpen = dispute.status !== 'closed';
  // A closed dispute may be reopened, so the time is part of the key.
  const due = { disputeId: dispute.id, key: `${dispute.id} ${at.toISOString()}` };
  if (isOpen && !wasOpen) await context.sendMailLater(tx, { mail: 'dispute_opened', ...due });
  if (isOpen || before?.status === 'closed') return true;
  await context.sendMailLater(tx, { mail: 'dispute_closed', ...due });
  const { paymentId } = dispute;
  const reference = paymentId && (await findReferenceOfPayment(tx, { provider, paymentId }));
  if (reference) await context.queue.send(tx, 'refresh-subscription', { provider, reference });
  return true;
}

const hourMs = 60 * 60_000;
/** How long before its deadline the owner is reminded of a dispute. */
const remindWithinMs = 48 * hourMs;
/** No reminder is sent this soon after the mail about the dispute, which has the deadline. */
const newsMs = 24 * hourMs;

/**
 * Enqueues a refresh of every open dispute that the providers list or that we know, in case an event was lost, and reminds
 * the owner of deadlines. Returns how many were enqueued. To be called every hour.
 */
export async function lookForDisputes(context: Context): Promise<number> {
  let found = 0;
  for (const provider of paymentProviderNames) {
    if (!context.payments.providers[provider]) continue;
    const known = await findOpenDisputes(context.db, provider);
    const ids = new Set([...known, ...(await listAt(context, provider))]);
    for (const disputeId of ids)
      await context.queue.send(context.db, 'refresh-dispute', { provider, disputeId });
    found += ids.size;
  }
  await remind(context);
  return found;
}

/** Returns the provider's open disputes; none if the account may not read them or the provider cannot be reached. */
async function listAt(context: Context, provider: (typeof paymentProviderNames)[number]): Promise<string[]> {
  try {
    return (await context.payments.providers[provider]?.listOpenDisputes()) ?? [];
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err;
    context.log.warn({ err }, 'the disputes of a provider could not be listed');
    return [];
  }
}

async function remind(context: Context): Promise<void> {
  const at = context.now().getTime();
  const soon = { at: new Date(at), until: new Date(at + remindWithinMs), heardBefore: new Date(at - newsMs) };
  for (const due of await findDueDisputes(context.db, soon)) {
    await transact(context.db, async (tx) => {
      if (!(await markReminded(tx, due))) return;
      const key = `${due.id} ${due.respondBy.toISOString()}`;
      await context.sendMailLater(tx, { mail: 'dispute_due', disputeId: due.id, key });
    });
  }
}
