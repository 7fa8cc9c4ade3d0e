import { AppError, fieldErrors } from '@picksync/contracts';
import type { FastifySchemaCompiler } from 'fastify';
import type * as z from 'zod';
import { plainMessage } from './plain-message.ts';

/** Returns a function that checks a part of a request against its schema. */
export const validateInput: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data) => {
    const { error, data: value } = schema.safeParse(data, { error: plainMessage });
    if (!error) return { value };
    // A malformed id cannot belong to anything.
    if (httpPart === 'params') return { error: new AppError('not_found') };
    return { error: new AppError('validation_failed', { errors: fieldErrors(error.issues) }) };
  };
};
