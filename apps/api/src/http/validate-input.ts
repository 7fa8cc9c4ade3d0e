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
  record: 'Please give an object',
};

/** The message for an unknown field. Its name comes from the caller and may even be a secret. */
export const unknownField = 'This field is not known';

const units: Partial<Record<string, string>> = { string: ' characters', array: ' entries' };

const anotherValue = 'Please give another value';

/** As long as an error may be. */
const maxLength = 120;

/** Returns a sentence with the values that are accepted, and of very many with the first of them. */
function nameChoices(values: readonly unknown[]): string {
  // A field that may be left out has a choice that cannot be given.
  const names = values.filter((value) => value !== undefined).map(String);
  let sentence = `Please give one of these: ${names.join(', ')}`;
  for (let shown = names.length - 1; sentence.length > maxLength && shown > 0; shown -= 1)
    sentence = `Please give one of these: ${names.slice(0, shown).join(', ')} … (${names.length} in all)`;
  return sentence;
}

/** Returns a sentence for the user about an invalid value, where the schema has none of its own. */
function toPlainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? anotherValue;
    case 'invalid_value':
      return nameChoices(issue.values);
    case 'invalid_union':
      return Array.isArray(issue.options) ? nameChoices(issue.options) : anotherValue;
    case 'too_big':
      return `Please use at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    case 'too_small':
      return issue.input === ''
        ? 'Please fill this in'
        : `Please use at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'unrecognized_keys':
      return unknownField;
    default:
      return anotherValue;
  }
}
