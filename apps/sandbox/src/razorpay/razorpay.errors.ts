import * as z from 'zod';

/** Razorpay's codes: what the caller did wrong, or the server. */
type ErrorCode = 'BAD_REQUEST_ERROR' | 'SERVER_ERROR';

/** An error of Razorpay's API, with the body it is answered with. */
export class RazorpayError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(description: string, { status, body }: { status: number; body: unknown }) {
    super(description);
    this.status = status;
    this.body = body;
  }
}

function refusal(description: string, details: object, status = 400, code: ErrorCode = 'BAD_REQUEST_ERROR') {
  return new RazorpayError(description, { status, body: { error: { code, description, ...details } } });
}

/** Returns an error of orders, payments, refunds and disputes. */
export function apiError(description: string, field?: string): RazorpayError {
  const about = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed' };
  return refusal(description, { ...about, metadata: {}, ...(field !== undefined && { field }) });
}

/** Returns an error of payment links, a service of its own: it names no field but in its text, and leaves the rest null. */
export function linkError(description: string): RazorpayError {
  return refusal(description, { metadata: [], reason: null, source: null, step: null });
}

/** Returns an error from before any service was asked: of the key, the address, the number of calls. */
export function gatewayError(
  description: string,
  { status = 400, code = 'BAD_REQUEST_ERROR' }: { status?: number; code?: ErrorCode } = {},
): RazorpayError {
  return refusal(description, { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }, status, code);
}

export const faultBodies = {
  unauthorized: gatewayError('Authentication failed').body,
  rate_limit: gatewayError('Request failed. Please try after sometime.').body,
  error: gatewayError(
    'We are facing some trouble completing your request at the moment. Please try again shortly.',
    { code: 'SERVER_ERROR' },
  ).body,
};

/** Unknown ids are a 400 here, not a 404. */
export function unknownId(): RazorpayError {
  return apiError('The id provided does not exist');
}

/** Returns status and body for an error, or null for one that is none of Razorpay's. */
export function razorpayFailure(error: unknown): { status: number; body: unknown } | null {
  if (error instanceof RazorpayError) return { status: error.status, body: error.body };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    if (issue?.code === 'unrecognized_keys')
      return razorpayFailure(apiError(`${issue.keys.join(', ')} is/are not required and should not be sent`));
    return razorpayFailure(apiError(issue?.message ?? 'The request is invalid.', issue?.path.join('.')));
  }
  if (error instanceof SyntaxError)
    return razorpayFailure(gatewayError('The request body is no valid JSON.'));
  return null;
}
