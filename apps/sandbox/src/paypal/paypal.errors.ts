import type { FastifyRequest } from 'fastify';
import { upperText } from '../payments/random-text.ts';
import {
  type ErrorName,
  errorNames,
  type RuledCall,
  type RuleOf,
  rules,
  type SyntaxIssue,
  syntaxIssues,
  unknownIdDescription,
} from './error-catalogue.ts';

export type ErrorDetail = {
  issue: string;
  description?: string;
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query';
};

/** An error of PayPal's REST API. */
export class PaypalError extends Error {
  readonly errorName: ErrorName;
  readonly details: ErrorDetail[];

  constructor(errorName: ErrorName, details: ErrorDetail[] = [], message: string = errorNames[errorName][1]) {
    super(message);
    this.errorName = errorName;
    this.details = details;
  }
}

/** Returns a 422 to throw: a rule of a call that the request breaks. */
export function brokenRule<Call extends RuledCall>(
  call: Call,
  issue: RuleOf<Call>,
  where: Pick<ErrorDetail, 'field' | 'value'> = {},
): PaypalError {
  const description = String(rules[call][issue]);
  const location = where.field === undefined ? {} : { location: 'body' as const };
  return new PaypalError('UNPROCESSABLE_ENTITY', [{ ...where, ...location, issue, description }]);
}

/** Returns a 400 to throw: a request whose form is wrong. */
export function invalidRequest(issue: SyntaxIssue, where: Partial<ErrorDetail> = {}): PaypalError {
  return new PaypalError('INVALID_REQUEST', [
    { location: 'body', issue, description: syntaxIssues[issue], ...where },
  ]);
}

/** Returns a 404 to throw. */
export function unknownResource(description: string = unknownIdDescription): PaypalError {
  return new PaypalError('RESOURCE_NOT_FOUND', [{ issue: 'INVALID_RESOURCE_ID', description }]);
}

/** The APIs whose answers look different when they refuse something: by the start of their paths. */
const families = [
  { path: '/v1/billing', link: 'https://developer.paypal.com/docs/api/v1/billing/subscriptions#' },
  { path: '/v1/catalogs', link: 'https://developer.paypal.com/docs/api/v1/catalogs/products#' },
  { path: '/v2/payments', link: 'https://developer.paypal.com/docs/api/payments/v2/#error-' },
  { path: '/v1/customer', link: 'https://developer.paypal.com/docs/api/customer-disputes/v1/#error-' },
] as const;
/** APIs that are older than the links of errors: they name one address instead. */
const olderFamilies = [
  { path: '/v1/notifications', link: 'https://developer.paypal.com/docs/api/webhooks/#errors' },
  { path: '/v1/payments', link: 'https://developer.paypal.com/docs/api/payments/#errors' },
] as const;

const debugIds = new WeakMap<FastifyRequest, string>();

/** Returns the id by which PayPal finds a call again. It is the same in the header and in the body of an error. */
export function getDebugId(request: FastifyRequest): string {
  const known = debugIds.get(request) ?? `f${upperText(Math.random, 12).toLowerCase()}`;
  debugIds.set(request, known);
  return known;
}

/** Returns PayPal's envelope of an error, in the form of the API that was called. */
export function errorBody(
  request: FastifyRequest,
  { errorName, details, message }: Pick<PaypalError, 'errorName' | 'details' | 'message'>,
) {
  const path = request.url.replace('/paypal', '');
  const head = { name: errorName, message, debug_id: getDebugId(request) };
  const older = olderFamilies.find((one) => path.startsWith(one.path));
  if (older) {
    return { ...head, ...(details.length > 0 && { details }), information_link: older.link, links: [] };
  }
  const family = families.find((one) => path.startsWith(one.path));
  const link = family?.link ?? 'https://developer.paypal.com/docs/api/overview/#error-';
  const about = path.startsWith('/v2/') ? (details[0]?.issue ?? errorName) : errorName;
  return {
    ...head,
    ...(details.length > 0 && { details }),
    links: [{ href: `${link}${about}`, rel: 'information_link', method: 'GET' }],
  };
}
