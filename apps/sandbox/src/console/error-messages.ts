import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ApiError } from '../smartsheet/errors.ts';

/** The refusals a person meets while editing, in words without ids; the others keep the provider's own. */
const messagesByCode: Partial<Record<number, string>> = {
  1006: 'That is gone. Someone else may have deleted it.',
  1039: 'This column is locked. Unlock it first.',
  1041: 'That is too long for Smartsheet.',
  1042: 'This column takes none but its options. Add the option first, or lift the restriction.',
  1056: 'Another column has this name.',
  1057: 'The first column stays text.',
  1061: 'That is more than Smartsheet takes.',
  1137: 'An option can be in the list only once.',
  1207: 'That cannot be blank.',
};

/** Answers what a rule refuses as `{ message }`, for every console route of this scope. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).send({ message: messagesByCode[error.errorCode] ?? error.message });
    }
    if (error instanceof z.ZodError)
      return reply.code(400).send({ message: 'The console sent something else than expected.' });
    throw error;
  });
}
