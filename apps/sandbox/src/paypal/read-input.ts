import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { ProviderCall } from '../payments/operation-router.ts';
import { errorNames, type SyntaxIssue, syntaxIssues } from './error-catalogue.ts';
import { type ErrorDetail, errorBody, invalidRequest, PaypalError } from './paypal.errors.ts';

/** What a call sent that does not fit: in its body, or in the query of its address. */
class InvalidInput extends Error {
  readonly problem: z.ZodError;
  readonly location: 'body' | 'query';

  constructor(problem: z.ZodError, location: 'body' | 'query') {
    super('invalid input');
    this.problem = problem;
    this.location = location;
  }
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  location: 'body' | 'query',
): z.output<Schema> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) throw new InvalidInput(result.error, location);
  return result.data;
}

/** Returns the body of a call. Throws PayPal's error where there is none, or where it does not fit. */
export function readBody<Schema extends z.ZodType>(schema: Schema, { body }: ProviderCall): z.output<Schema> {
  if (body === undefined || body === null) throw invalidRequest('MISSING_REQUEST_BODY', { field: '/' });
  return parse(schema, body, 'body');
}

/** Returns the body of a call that may have none. */
export function readOptionalBody<Schema extends z.ZodType>(
  schema: Schema,
  { body }: ProviderCall,
): z.output<Schema> {
  return parse(schema, body ?? {}, 'body');
}

export function readQuery<Schema extends z.ZodType>(
  schema: Schema,
  { query }: ProviderCall,
): z.output<Schema> {
  return parse(schema, query, 'query');
}

type Failure = { status: number; body: unknown };

/** Returns status and body for an error, or null for one that is none of PayPal's. */
export function paypalFailure(error: unknown, request: FastifyRequest): Failure | null {
  if (error instanceof PaypalError) return toFailure(request, error);
  if (error instanceof InvalidInput) return toFailure(request, invalidInputError(error, request.url));
  if (error instanceof SyntaxError)
    return toFailure(request, invalidRequest('MALFORMED_REQUEST_JSON', { field: '/' }));
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
      issue: message.includes('received undefined') ? 'Required field is missing' : message,
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

/** Where something stands that is not well-formed: the calls differ in the issues they have for it. */
type Place = { isQuery?: boolean; isPayments?: boolean };

/** Returns PayPal's issue for what a schema found. */
export function findSyntaxIssue(
  found: z.core.$ZodIssue,
  { isQuery = false, isPayments = false }: Place,
): SyntaxIssue {
  const { code } = found;
  if (code === 'too_small' || code === 'too_big')
    return isQuery ? 'INVALID_PARAMETER_VALUE' : findLengthIssue(found, isPayments);
  if (code === 'invalid_type' || code === 'invalid_value') {
    if (found.input === undefined) return 'MISSING_REQUIRED_PARAMETER';
    const isValue = code === 'invalid_value' || isQuery;
    return isValue ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX';
  }
  return code === 'custom' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX';
}

function findLengthIssue(
  { code, origin }: Extract<z.core.$ZodIssue, { code: 'too_small' | 'too_big' }>,
  isPayments: boolean,
): SyntaxIssue {
  const isSmall = code === 'too_small';
  if (origin === 'string') {
    if (isPayments) return 'INVALID_STRING_LENGTH';
    return isSmall ? 'INVALID_STRING_MIN_LENGTH' : 'INVALID_STRING_MAX_LENGTH';
  }
  if (origin === 'array') return isSmall ? 'INVALID_ARRAY_MIN_ITEMS' : 'INVALID_ARRAY_MAX_ITEMS';
  return isSmall ? 'INVALID_INTEGER_MIN_VALUE' : 'INVALID_INTEGER_MAX_VALUE';
}
