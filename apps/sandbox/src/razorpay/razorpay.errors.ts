import * as z from 'zod';

type ErrorDetail = { description: string; field?: string; reason?: string };

/** An error of Razorpay's API: a 400, or a 401 where the key is wrong. */
export class RazorpayError extends Error {
  readonly status: 400 | 401;
  readonly detail: ErrorDetail;

  constructor(detail: ErrorDetail, status: 400 | 401 = 400) {
    super(detail.description);
    this.status = status;
    this.detail = detail;
  }
}

/** Returns Razorpay's envelope of an error. */
export function errorBody({ description, field, reason }: ErrorDetail, code = 'BAD_REQUEST_ERROR') {
  return {
    error: {
      code,
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: reason ?? 'input_validation_failed',
      metadata: {},
      ...(field !== undefined && { field }),
    },
  };
}

export const faultBodies = {
  unauthorized: errorBody({ description: 'Authentication failed', reason: 'authentication_failed' }),
  rate_limit: errorBody({ description: 'Too many requests', reason: 'rate_limit_exceeded' }),
  error: errorBody({ description: 'The server failed to answer', reason: 'server_error' }, 'SERVER_ERROR'),
};

/** Unknown ids are a 400 here, not a 404. */
export function unknownId(): RazorpayError {
  return new RazorpayError({ description: 'The id provided does not exist' });
}

/** Returns status and body for an error, or null for one that is none of Razorpay's. */
export function razorpayFailure(error: unknown): { status: number; body: unknown } | null {
  if (error instanceof RazorpayError) return { status: error.status, body: errorBody(error.detail) };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const field = issue?.path.join('.') ?? '';
    const description = `${field}: ${issue?.message ?? 'is invalid'}`;
    return { status: 400, body: errorBody({ description, field }) };
  }
  if (error instanceof SyntaxError) return { status: 400, body: errorBody({ description: 'Invalid JSON' }) };
  return null;
}
