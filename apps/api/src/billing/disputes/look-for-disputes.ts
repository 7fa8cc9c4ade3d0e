import type { Context } from '../../base/context.ts';
import { paymentProviderNames } from '../../base/payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { findDueDisputes, findOpenDisputes, markReminded } from './disputes.store.ts';

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
    await context.db.$transaction(async (tx) => {
      if (!(await markReminded(tx, due))) return;
      const key = `${due.id} ${due.respondBy.toISOString()}`;
      await context.sendMailLater(tx, { mail: 'dispute_due', disputeId: due.id, key });
    });
  }
}
