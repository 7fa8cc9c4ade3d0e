import type { SandboxDeps } from '../deps.ts';
import { tell } from '../payments/delivery.model.ts';
import { razorpayId } from '../payments/random-text.ts';
import { leastAmount } from './currencies.ts';
import { disputableAmount } from './disputes.ts';
import { apiError, gatewayError } from './razorpay.errors.ts';
import { razorpayEvent } from './razorpay.events.ts';
import type { Notes, Payment, Refund } from './razorpay.model.ts';

export type RefundInput = {
  amount?: number | undefined;
  speed?: Refund['speed'] | undefined;
  notes?: Notes | undefined;
  receipt?: string | null | undefined;
};

/** Gives money of a payment back, all that is left of it without an amount. Throws Razorpay's error. */
export function refundPayment(
  deps: SandboxDeps,
  payment: Payment,
  { amount, speed = 'normal', notes = {}, receipt = null }: RefundInput,
  idempotency: Refund['idempotency'] = null,
): { refund: Refund; told: Promise<unknown> } {
  const { state, random, now } = deps;
  const { razorpay } = state.payments;
  const left = disputableAmount(razorpay, payment);
  if (payment.status !== 'captured')
    throw apiError('The payment status should be captured for action to be taken');
  if (left === 0) throw apiError('The payment has been fully refunded already');
  assertAmount(amount, { payment, left, speed });
  const isKnown = razorpay.payments.some(({ refunds }) => refunds.some((one) => one.receipt === receipt));
  if (receipt !== null && isKnown) throw apiError('The receipt has already been taken.', 'receipt');
  const refund: Refund = {
    id: razorpayId(random, 'rfnd'),
    amount: amount ?? left,
    notes,
    receipt,
    speed,
    idempotency,
    at: now().getTime(),
  };
  payment.refunds.push(refund);
  const types = ['refund.created', 'refund.processed'];
  const notices = types.map((type) => razorpayEvent(deps, type, { payment, refund }));
  return { refund, told: tell(deps, notices) };
}

type Limits = { payment: Payment; left: number; speed: Refund['speed'] };

/** An instant refund may be below 1.00, a normal one may not. */
function assertAmount(amount: number | undefined, { payment, left, speed }: Limits): void {
  if (amount === undefined) return;
  const least = speed === 'optimum' ? 1 : leastAmount(payment.currency);
  if (amount < least) throw apiError(`The amount must be at least ${payment.currency} 1.00`, 'amount');
  if (amount > left) throw apiError('The refund amount provided is greater than amount captured', 'amount');
}

/**
 * Returns the refund of a request that was made before with the same key, or null for a new one. Throws Razorpay's
 * error for a key that is none, or that was used for another request.
 */
export function findRepeated(
  { state }: SandboxDeps,
  { key, request }: NonNullable<Refund['idempotency']>,
): Refund | null {
  if (key.length < 10) throw gatewayError('The idempotency key must be at least 10 characters long.');
  if (!/^[\w-]+$/.test(key))
    throw gatewayError(
      'The idempotency key must only contain alphanumeric characters, underscores and hyphens.',
    );
  const known = state.payments.razorpay.payments
    .flatMap(({ refunds }) => refunds)
    .find(({ idempotency }) => idempotency?.key === key);
  if (known && known.idempotency?.request !== request)
    throw gatewayError('Different request with the same idempotency key has already been processed.');
  return known ?? null;
}
