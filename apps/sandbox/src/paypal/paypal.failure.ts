import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { errorNames, type SyntaxIssue, syntaxIssues } from './error-catalogue.ts';
import { type ErrorDetail, errorBody, PaypalError } from './paypal.errors.ts';
import { InvalidInput } from './read-input.ts';

type Failure = { status: number; body: unknown };

/** Returns status and body for an error, or null for one that is none of PayPal's. */
export function paypalFailure(error: unknown, request: FastifyRequest): Failure | null {
  if (error instanceof PaypalError) return failureOf(request, error);
  if (error instanceof InvalidInput) return failureOf(request, invalidInputError(error, request.url));
  if (error instanceof SyntaxError) {
    const issue = 'MALFORMED_REQUEST_JSON';
    const detail = { field: '/', location: 'body' as const, issue, description: syntaxIssues[issue] };
    return failureOf(request, new PaypalError('INVALID_REQUEST', [detail]));
  }
  const isOtherMedia = error instanceof Error && 'statusCode' in error && error.statusCode === 415;
  return isOtherMedia ? failureOf(request, new PaypalError('UNSUPPORTED_MEDIA_TYPE')) : null;
}

function failureOf(request: FastifyRequest, error: PaypalError): Failure {
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
    const issue = issueOf(found, { isQuery: location === 'query', isPayments });
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

type Place = { isQuery: boolean; isPayments: boolean };

function issueOf(found: z.core.$ZodIssue, place: Place): SyntaxIssue {
  const { code } = found;
  if (code === 'too_small' || code === 'too_big') return lengthIssueOf(found, place);
  if (code === 'invalid_type' || code === 'invalid_value') {
    if (found.input === undefined) return 'MISSING_REQUIRED_PARAMETER';
    const isValue = code === 'invalid_value' || place.isQuery;
    return isValue ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX';
  }
  return code === 'custom' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX';
}

function lengthIssueOf(
  { code, origin }: Extract<z.core.$ZodIssue, { code: 'too_small' | 'too_big' }>,
  { isQuery, isPayments }: Place,
): SyntaxIssue {
  if (isQuery) return 'INVALID_PARAMETER_VALUE';
  const isSmall = code === 'too_small';
  if (origin === 'string') {
    if (isPayments) return 'INVALID_STRING_LENGTH';
    return isSmall ? 'INVALID_STRING_MIN_LENGTH' : 'INVALID_STRING_MAX_LENGTH';
  }
  if (origin === 'array') return isSmall ? 'INVALID_ARRAY_MIN_ITEMS' : 'INVALID_ARRAY_MAX_ITEMS';
  return isSmall ? 'INVALID_INTEGER_MIN_VALUE' : 'INVALID_INTEGER_MAX_VALUE';
}
