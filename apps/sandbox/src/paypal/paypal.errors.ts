import { randomUUID } from 'node:crypto';
import * as z from 'zod';

export type PaypalErrorDetail = { issue: string; description: string; field?: string };

const messages = {
  INVALID_REQUEST: [400, 'The request is not well-formed or violates the schema.'],
  NOT_AUTHORIZED: [403, 'The caller may not do this.'],
  RESOURCE_NOT_FOUND: [404, 'The resource does not exist.'],
  UNPROCESSABLE_ENTITY: [422, 'The request is well-formed and cannot be carried out.'],
  RATE_LIMIT_REACHED: [429, 'Too many requests.'],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error occurred.'],
} as const satisfies Record<string, readonly [number, string]>;

type ErrorName = keyof typeof messages;

/** An error of PayPal's REST API. */
export class PaypalError extends Error {
  readonly errorName: ErrorName;
  readonly details: PaypalErrorDetail[];

  constructor(errorName: ErrorName, details: PaypalErrorDetail[] = []) {
    super(messages[errorName][1]);
    this.errorName = errorName;
    this.details = details;
  }
}

/** Returns a 422 to throw: a rule of PayPal's that the request breaks. */
export function unprocessable(issue: string, description: string): PaypalError {
  return new PaypalError('UNPROCESSABLE_ENTITY', [{ issue, description }]);
}

/** Returns a 404 to throw. */
export function unknownResource(): PaypalError {
  return new PaypalError('RESOURCE_NOT_FOUND', [
    { issue: 'INVALID_RESOURCE_ID', description: 'The id is unknown. Check it and try again.' },
  ]);
}

/** Thrown where a token is missing, wrong or too old, which PayPal answers in the form of OAuth. */
export class InvalidTokenError extends Error {}

export const invalidTokenBody = {
  error: 'invalid_token',
  error_description: 'The token is unknown or has expired.',
};

/** Returns PayPal's envelope of an error. */
export function errorBody(errorName: ErrorName, details: PaypalErrorDetail[] = []) {
  return {
    name: errorName,
    message: messages[errorName][1],
    debug_id: randomUUID().replaceAll('-', '').slice(0, 13),
    ...(details.length > 0 && { details }),
    links: [],
  };
}

/** Returns status and body for an error, or null for one that is none of PayPal's. */
export function paypalFailure(error: unknown): { status: number; body: unknown } | null {
  if (error instanceof InvalidTokenError) return { status: 401, body: invalidTokenBody };
  if (error instanceof PaypalError) {
    return { status: messages[error.errorName][0], body: errorBody(error.errorName, error.details) };
  }
  if (error instanceof z.ZodError) {
    const details = error.issues.map(({ path, code, input }) => ({
      field: `/${path.join('/')}`,
      issue:
        code === 'invalid_type' && input === undefined
          ? 'MISSING_REQUIRED_PARAMETER'
          : 'INVALID_PARAMETER_SYNTAX',
      description: `The field ${path.join('.')} is missing or has a value of another form.`,
    }));
    return { status: 400, body: errorBody('INVALID_REQUEST', details) };
  }
  if (error instanceof SyntaxError) return { status: 400, body: errorBody('INVALID_REQUEST') };
  return null;
}
