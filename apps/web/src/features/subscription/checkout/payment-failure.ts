import { ApiError, timeoutFailure } from '../../../api/api-error.ts';
import { getMessage } from '../../../api/form-errors.ts';

export type PaymentFailure = {
  title: string;
  text: string;
  /** What helps: to log in again, or to try again. */
  wayOut: 'login' | 'retry';
};

const gatewayErrors = ['creation_failed', 'invalid_parameters', 'authentication_failed'];

function isGatewayError({ code, body }: ApiError): boolean {
  if (code === 'payment_failed' || code === 'payment_unavailable') return true;
  const type =
    typeof body === 'object' && body !== null && 'razorpay_error_type' in body && body.razorpay_error_type;
  return typeof type === 'string' && gatewayErrors.includes(type);
}

function getTitle(error: ApiError): string {
  if (error.statusText === timeoutFailure || error.status === 408) return 'Request Timed Out';
  if (error.status === 0) return 'Network Error';
  if (error.code === 'unauthenticated') return 'Session Expired';
  if (error.status === 401 || error.status === 403) return 'Authentication Error';
  if (error.status === 429) return 'Too Many Requests';
  if (isGatewayError(error)) return 'Payment Gateway Error';
  return error.status >= 500 ? 'Server Error' : 'Payment Error';
}

/** Returns the message when a payment could not be started. */
export function paymentFailure(problem: unknown, method: 'paypal' | 'razorpay'): PaymentFailure {
  const text = getMessage(
    problem,
    'The payment could not be started. You were not charged. Please try again.',
  );
  if (!(problem instanceof ApiError)) return { title: 'Payment Error', text, wayOut: 'retry' };
  if (problem.status === 401 || problem.status === 403)
    return {
      title: getTitle(problem),
      text: 'Log in again, and you come back to this page.',
      wayOut: 'login',
    };
  const title = method === 'paypal' ? 'Subscription Error' : getTitle(problem);
  return { title, text, wayOut: 'retry' };
}
