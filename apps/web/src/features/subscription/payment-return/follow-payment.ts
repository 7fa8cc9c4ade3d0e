import { paypalEndpoints, razorpayEndpoints } from '@picksync/contracts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { sleep } from '../../../ui/sleep.ts';
import { toWirePurchase } from '../checkout/checkout-kind.ts';
import { activationPoll } from '../subscription-state.ts';
import type { Returned } from './returned-from.ts';

/** A return that names a payment. */
export type Payment = Extract<Returned, { from: 'paypal' | 'razorpay' }>;

/** `status`: `active`, `pending`, or the provider's own word for why it is not. */
type PaymentStatus = { isActive: boolean; status: string; message: string };

/**
 * Lets the server read the payment at the provider and apply it. It may be called several times: the payment is applied
 * once.
 */
async function verifyPayment(payment: Payment, signal: AbortSignal): Promise<PaymentStatus> {
  const purchase = toWirePurchase(payment);
  const { success, status, message } =
    payment.from === 'paypal'
      ? await call(
          paypalEndpoints.verify,
          { body: { ...purchase, subscription_id: payment.subscriptionId } },
          { signal },
        )
      : await call(razorpayEndpoints.verify, { body: { ...purchase, ...payment.link } }, { signal });
  return { isActive: success, status, message };
}

const bought = ['active', 'scheduled'];

/** Reads whether the plan is active, or booked for a later day, by now. */
async function readPaymentStatus(payment: Payment, signal: AbortSignal): Promise<PaymentStatus> {
  if (payment.from === 'razorpay') return verifyPayment(payment, signal);
  const { success, subscription } = await call(
    paypalEndpoints.status,
    { params: { subscriptionId: payment.subscriptionId }, query: { checkRealTime: 'true' } },
    { signal },
  );
  return {
    isActive: success && bought.includes(subscription.status.toLowerCase()),
    status: subscription.status,
    message: '',
  };
}

/** The phase of a payment. `activated`: just now, after some waiting; the details follow a moment later. */
export type Phase =
  | { is: 'verifying' | 'activating' | 'activated' | 'slow' }
  | { is: 'done' }
  /** The provider says something else than paid. */
  | { is: 'not_paid'; message: string }
  /** Something else was paid than the order asks for: to ask again, or to pay again, does not help. */
  | { is: 'mismatch'; message: string }
  /** Unknown: the status could not be read. */
  | { is: 'failed'; message: string };

/** How long the moment of the activation is shown before the details. */
const detailsAfterMs = 1500;

const waiting = ['pending', 'approved', 'approval_pending'];

type Following = {
  signal: AbortSignal;
  onPhase: (phase: Phase) => void;
  /** Loads the data that depends on the plan; awaited before the page says that it is active or booked. */
  onActive: (bought: { isBooked: boolean }) => Promise<void>;
  rest?: (ms: number) => Promise<void>;
};

function isPending({ isActive, status }: PaymentStatus): boolean {
  return !isActive && waiting.includes(status.toLowerCase());
}

function notPaid({ status, message }: PaymentStatus): Phase {
  const fallback = `Payment status: ${status}. Please try again or contact support.`;
  return { is: 'not_paid', message: message || fallback };
}

function isMismatch(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'payment_mismatch';
}

/** Polls until the payment is active or has failed, or the polls are used up. A poll without a reply counts as one. */
async function poll(payment: Payment, { signal, rest = sleep }: Following): Promise<PaymentStatus | null> {
  for (let polls = 0; polls < activationPoll.most; polls += 1) {
    await rest(activationPoll.everyMs);
    if (signal.aborted) return null;
    const answer = await readPaymentStatus(payment, signal).catch((problem) => {
      if (problem instanceof ApiError && !isMismatch(problem)) return null;
      throw problem;
    });
    if (answer && !isPending(answer)) return answer;
  }
  return null;
}

/** Follows a payment from the return to the active plan, and tells each phase. */
export async function followPayment(payment: Payment, following: Following): Promise<void> {
  const { signal, onPhase, onActive, rest = sleep } = following;
  const tell = (phase: Phase) => {
    if (!signal.aborted) onPhase(phase);
  };
  try {
    tell({ is: 'verifying' });
    const first = await verifyPayment(payment, signal);
    if (isPending(first)) tell({ is: 'activating' });
    const last = isPending(first) ? await poll(payment, following) : first;
    if (signal.aborted) return;
    if (last === null) return tell({ is: 'slow' });
    // A poll tells only the state; the verification also has the message.
    if (!last.isActive) return tell(notPaid(last === first ? first : await verifyPayment(payment, signal)));
    const isBooked = last.status.toLowerCase() === 'scheduled';
    await onActive({ isBooked });
    if (last !== first && !isBooked) {
      tell({ is: 'activated' });
      await rest(detailsAfterMs);
    }
    tell({ is: 'done' });
  } catch (problem) {
    tell({
      is: isMismatch(problem) ? 'mismatch' : 'failed',
      message: getMessage(problem, 'Your payment could not be looked up. Please try again.'),
    });
  }
}
