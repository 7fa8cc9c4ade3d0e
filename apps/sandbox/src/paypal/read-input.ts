import type * as z from 'zod';
import type { ProviderCall } from '../payments/operation-router.ts';
import { invalidRequest } from './paypal.errors.ts';

/** What a call sent that does not fit: in its body, or in the query of its address. */
export class InvalidInput extends Error {
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
