import { AppError, fieldErrors } from '@picksync/contracts';
import type { FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod';

/** Returns a function that checks a part of a request against its schema. */
export const validateInput: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data) => {
    const { error, data: value } = schema.safeParse(data, { error: toPlainMessage });
    if (!error) return { value };
    // A malformed id cannot belong to anything.
    if (httpPart === 'params') return { error: new AppError('not_found') };
    return { error: new AppError('validation_failed', { errors: fieldErrors(error.issues) }) };
  };
};

const kinds: Partial<Record<string, string>> = {
  string: 'Please give a text',
  number: 'Please give a number',
  int: 'Please give a whole number',
  boolean: 'Please give true or false',
  array: 'Please give a list',
  object: 'Please give an object',
};

/** The message for an unknown field. Its name comes from the caller and may even be a secret. */
export const unknownField = 'This field is not known';

const units: Partial<Record<string, string>> = { string: ' characters', array: ' entries' };

/** Returns a sentence for the user about an invalid value, where the schema has none of its own. */
function toPlainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'Please give another value';
    case 'invalid_value':
      return `Please give one of these: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `Please use at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    case 'too_small':
      return issue.input === ''
        ? 'Please fill this in'
        : `Please use at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'unrecognized_keys':
      return unknownField;
    default:
      return 'Please give another value';
  }
}
