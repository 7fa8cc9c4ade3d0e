import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ApiError } from '../smartsheet/errors.ts';

/** Messages for people, without ids. Codes that are not listed keep Smartsheet's message. */
const messagesByCode: Partial<Record<number, string>> = {
  1006: 'Not found. Someone else may have deleted it.',
  1039: 'This column is locked. Unlock it first.',
  1041: 'That is too long for Smartsheet.',
  1042: 'This column accepts only its options. Add the option first, or remove the restriction.',
  1056: 'Another column has this name.',
  1057: 'The primary column must be text.',
  1061: 'That is more than Smartsheet accepts.',
  1137: 'An option can be in the list only once.',
  1207: 'That cannot be blank.',
};

/** Registers the error handler of the console's routes, which responds with `{ message }`. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).send({ message: messagesByCode[error.errorCode] ?? error.message });
    }
    if (error instanceof z.ZodError)
      return reply.code(400).send({ message: 'The console sent an unexpected request.' });
    throw error;
  });
}
