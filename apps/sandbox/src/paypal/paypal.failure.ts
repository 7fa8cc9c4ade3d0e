import type { FastifyRequest } from 'fastify';
import { errorNames, syntaxIssues } from './error-catalogue.ts';
import { type ErrorDetail, errorBody, PaypalError } from './paypal.errors.ts';
import { InvalidInput } from './read-input.ts';
import { findSyntaxIssue } from './syntax-issue.ts';

type Failure = { status: number; body: unknown };

/** Returns status and body for an error, or null for one that is none of PayPal's. */
export function paypalFailure(error: unknown, request: FastifyRequest): Failure | null {
  if (error instanceof PaypalError) return toFailure(request, error);
  if (error instanceof InvalidInput) return toFailure(request, invalidInputError(error, request.url));
  if (error instanceof SyntaxError) {
    const issue = 'MALFORMED_REQUEST_JSON';
    const detail = { field: '/', location: 'body' as const, issue, description: syntaxIssues[issue] };
    return toFailure(request, new PaypalError('INVALID_REQUEST', [detail]));
  }
  const isOtherMedia = error instanceof Error && 'statusCode' in error && error.statusCode === 415;
  return isOtherMedia ? toFailure(request, new PaypalError('UNSUPPORTED_MEDIA_TYPE')) : null;
}

function toFailure(request: FastifyRequest, error: PaypalError): Failure {
  return { status: errorNames[error.errorName][0], body: errorBody(request, error) };
}

/** Webhooks are older: their errors have other words. */
function invalidInputError({ problem, location }: InvalidInput, url: string): PaypalError {
  if (url.startsWith('/paypal/v1/notifications')) {
    const details = problem.issues.map(({ path, message }) => ({
      field: path.join('.'),
      issue: isMissing(message) ? 'Required field is missing' : message,
    }));
    return new PaypalError('VALIDATION_ERROR', details);
  }
  const isPayments = url.startsWith('/paypal/v2/');
  const details = problem.issues.map((found): ErrorDetail => {
    const issue = findSyntaxIssue(found, { isQuery: location === 'query', isPayments });
    const value = found.input;
    return {
      field: location === 'query' ? found.path.join('.') : `/${found.path.join('/')}`,
      ...(['string', 'number', 'boolean'].includes(typeof value) && { value: String(value) }),
      location,
      issue,
      description: syntaxIssues[issue],
    };
  });
  return new PaypalError('INVALID_REQUEST', details);
}

function isMissing(message: string): boolean {
  return message.includes('received undefined');
}
