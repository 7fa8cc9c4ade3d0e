import type * as z from 'zod';
import type { SyntaxIssue } from './error-catalogue.ts';

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
