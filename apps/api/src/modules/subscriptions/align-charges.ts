import type { Db, PrismaClient, Queue, Subscription } from '@picksync/db';
import type { Logger } from 'pino';
import type { PaymentProvider, PaymentProviders, ProviderReference } from '../payments/payment-provider.ts';
import { ProviderError } from '../payments/provider-error.ts';

export type AlignChargesDeps = {
  db: PrismaClient;
  queue: Pick<Queue, 'send'>;
  paymentProviders: PaymentProviders;
  log: Logger;
  now: () => Date;
};

/** The request itself asks first. */
const laterMs = 60_000;

type Row = Pick<Subscription, 'paymentProvider' | 'paymentProviderSubscriptionId'>;

/** Returns what a provider charges by itself; null for what is paid link by link, or not at all. */
export function chargedBy({
  paymentProvider,
  paymentProviderSubscriptionId: reference,
}: Row): ProviderReference | null {
  return paymentProvider === 'paypal' && reference !== null ? { provider: 'paypal', reference } : null;
}

/** Enqueues the job that sees to it that nothing is charged for what is cancelled or over. */
export async function alignChargesLater(
  db: Db,
  row: Row,
  { queue, now }: Pick<AlignChargesDeps, 'queue' | 'now'>,
): Promise<void> {
  const charged = chargedBy(row);
  if (charged)
    await queue.send(db, 'align-charges', charged, { startAfter: new Date(now().getTime() + laterMs) });
}

/** The same at once, as far as the provider answers; the job does the rest. */
export async function alignChargesAtOnce(row: Row, deps: AlignChargesDeps): Promise<void> {
  const charged = chargedBy(row);
  if (!charged) return;
  try {
    await alignCharges(charged, deps);
  } catch (error) {
    deps.log.warn({ err: error, reference: charged.reference }, 'charges could not be ended at once');
  }
}

/**
 * Brings what a provider charges in step with our books: a plan that its user has cancelled is suspended until its period is over; one
 * that is over, or whose account was deleted, is cancelled for good; and one that goes on is let run where it was suspended for a
 * cancellation that was taken back. Goes by what is so when it runs. Throws where it has to be tried again.
 */
export async function alignCharges(charged: ProviderReference, deps: AlignChargesDeps): Promise<void> {
  const provider = deps.paymentProviders[charged.provider];
  const act = actFor(await findRow(charged, deps), deps.now());
  if (act === 'nothing') return;
  if (!provider)
    throw new Error(`${charged.provider} is not set up any more, so that nobody can tell it what to charge`);
  try {
    await does[act](provider, charged.reference);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // What the provider does not know, or has ended itself, charges nothing.
    if (error.kind !== 'gone' && error.kind !== 'refused') throw error;
    deps.log.warn({ err: error, reference: charged.reference }, 'a provider had nothing to change');
  }
}

type Aligned = Pick<Subscription, 'status' | 'currentPeriodEnd'>;

function findRow(
  { provider, reference }: ProviderReference,
  { db }: AlignChargesDeps,
): Promise<Aligned | null> {
  return db.subscription.findUnique({
    where: {
      paymentProvider_paymentProviderSubscriptionId: {
        paymentProvider: provider,
        paymentProviderSubscriptionId: reference,
      },
    },
    select: { status: true, currentPeriodEnd: true },
  });
}

type Act = 'cancel' | 'suspend' | 'resume';

function actFor(row: Aligned | null, at: Date): Act | 'nothing' {
  if (row === null || row.status === 'expired') return 'cancel';
  if (row.status === 'cancelled') return 'suspend';
  // What is suspended after its period was not paid: that is the provider's own doing.
  const isPaid = row.status === 'active' && row.currentPeriodEnd !== null && row.currentPeriodEnd > at;
  return isPaid ? 'resume' : 'nothing';
}

const does: Record<Act, (provider: PaymentProvider, reference: string) => Promise<void>> = {
  cancel: (provider, reference) => provider.cancel(reference, 'The plan is over.'),
  suspend: (provider, reference) => provider.suspend(reference, 'The user has cancelled.'),
  resume: async (provider, reference) => {
    const truth = await provider.fetch(reference);
    if (truth?.status === 'suspended') await provider.resume(reference);
  },
};
