import { paypalEndpoints, razorpayEndpoints } from '@picksync/contracts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../stores/toast.ts';
import { sleep } from '../../../ui/sleep.ts';
import { type PaymentMethod, type Start, toWirePurchase } from './checkout-kind.ts';

const mostAttempts = 4;
const patienceMs = 10_000;
const longestMs = 30_000;
const firstRestMs = 1000;

const passesByItself = /network|time.?out|rate limit|temporar|try again/i;

/** Whether a call that failed may succeed a moment later. */
export function mayPass(problem: unknown): boolean {
  if (!(problem instanceof ApiError)) return false;
  if (problem.status === 401 || problem.status === 403) return false;
  return (
    problem.status === 0 ||
    problem.status === 429 ||
    problem.status >= 500 ||
    passesByItself.test(problem.message)
  );
}

type Retrying<T> = {
  /** Waits longer with each attempt. */
  send: (timeoutMs: number) => Promise<T>;
  /** Called before the pause of each attempt after the first. */
  onRetry: (attempt: number, of: number) => void;
  rest?: (ms: number) => Promise<void>;
  signal: AbortSignal;
};

/** Sends a request up to four times while its failures may pass by themselves. Throws the last error. */
export async function sendRetrying<T>({ send, onRetry, rest = sleep, signal }: Retrying<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(Math.min(patienceMs * attempt, longestMs));
    } catch (problem) {
      if (signal.aborted || attempt === mostAttempts || !mayPass(problem)) throw problem;
      onRetry(attempt + 1, mostAttempts);
      await rest(Math.min(firstRestMs * 2 ** (attempt - 1), longestMs));
      signal.throwIfAborted();
    }
  }
}

export type Purchase = { planId: number; coupon: string | null; method: PaymentMethod; start: Start };

/** The address of the provider's page; null where nothing is to be paid now, and what happened instead. */
type Started = { address: string | null; message: string };

/** Returns the query that tells the page after paying what was bought. */
function returnQuery({ planId, coupon }: Purchase): string {
  const query = new URLSearchParams({ plan_id: String(planId) });
  if (coupon !== null) query.set('coupon_code', coupon);
  return query.toString();
}

async function startWithPaypal(purchase: Purchase, signal: AbortSignal): Promise<Started> {
  const body = {
    ...toWirePurchase(purchase),
    return_url: `/subscription?status=success&${returnQuery(purchase)}`,
    cancel_url: '/subscription?status=cancelled',
  };
  const { approvalUrl: address, message } = await call(paypalEndpoints.create, { body }, { signal });
  return { address, message };
}

async function startWithRazorpay(purchase: Purchase, signal: AbortSignal): Promise<Started> {
  const body = {
    ...toWirePurchase(purchase),
    return_url: `/subscription/success?${returnQuery(purchase)}`,
    cancel_url: '/subscription/cancel',
    customer_name: 'Picksync customer',
  };
  const { checkoutUrl: address, message } = await sendRetrying({
    send: (timeoutMs) => call(razorpayEndpoints.create, { body }, { signal, timeoutMs }),
    onRetry: (attempt, of) =>
      showToast({
        tone: 'neutral',
        title: 'Retrying Payment',
        description: `Razorpay did not answer. Attempt ${attempt} of ${of}.`,
      }),
    signal,
  });
  return { address, message };
}

/** Starts a payment. Where nothing is to be paid now, the plan is active or booked already. */
export function startPayment(purchase: Purchase, signal: AbortSignal): Promise<Started> {
  return purchase.method === 'paypal'
    ? startWithPaypal(purchase, signal)
    : startWithRazorpay(purchase, signal);
}
