import type { PrismaClient, Queue } from '@picksync/db';
import type { Logger } from 'pino';
import type { SendMailLater } from '../../base/send-mail-later.ts';
import { type PaymentProviders, paymentProviderNames } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';
import { findDueDisputes, findOpenDisputes, markReminded } from './disputes.store.ts';

export type LookForDisputesDeps = {
  db: PrismaClient;
  queue: Pick<Queue, 'send'>;
  sendMailLater: SendMailLater;
  paymentProviders: PaymentProviders;
  log: Logger;
  now: () => Date;
};

const hourMs = 60 * 60_000;
/** How long before its deadline the owner is reminded of a dispute. */
const remindWithinMs = 48 * hourMs;
/** No reminder is sent this soon after the mail about the dispute, which has the deadline. */
const newsMs = 24 * hourMs;

/**
 * Enqueues a refresh of every open dispute that the providers list or that we know, in case an event was lost, and reminds
 * the owner of deadlines. Returns how many were enqueued. To be called every hour.
 */
export async function lookForDisputes(deps: LookForDisputesDeps): Promise<number> {
  let found = 0;
  for (const provider of paymentProviderNames) {
    if (!deps.paymentProviders[provider]) continue;
    const known = await findOpenDisputes(deps.db, provider);
    const ids = new Set([...known, ...(await listAt(provider, deps))]);
    for (const disputeId of ids) await deps.queue.send(deps.db, 'refresh-dispute', { provider, disputeId });
    found += ids.size;
  }
  await remind(deps);
  return found;
}

/** Returns the provider's open disputes; none if the account may not read them or the provider cannot be reached. */
async function listAt(
  provider: (typeof paymentProviderNames)[number],
  { paymentProviders, log }: LookForDisputesDeps,
): Promise<string[]> {
  try {
    return (await paymentProviders[provider]?.listOpenDisputes()) ?? [];
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err;
    log.warn({ err }, 'the disputes of a provider could not be listed');
    return [];
  }
}

async function remind({ db, sendMailLater, now }: LookForDisputesDeps): Promise<void> {
  const at = now().getTime();
  const soon = { at: new Date(at), until: new Date(at + remindWithinMs), heardBefore: new Date(at - newsMs) };
  for (const due of await findDueDisputes(db, soon)) {
    await db.$transaction(async (tx) => {
      if (!(await markReminded(tx, due))) return;
      const key = `${due.id} ${due.respondBy.toISOString()}`;
      await sendMailLater(tx, { mail: 'dispute_due', disputeId: due.id, key });
    });
  }
}
