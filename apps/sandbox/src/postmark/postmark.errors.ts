import type { FastifyError, FastifyInstance } from 'fastify';

/**
 * Postmark's error codes: 10 bad or missing token, 300 invalid request, 400 sender that is not confirmed, 402 invalid
 * JSON, 403 incompatible JSON, 406 inactive recipient, 407 no such bounce, 409 JSON required, 410 too many messages,
 * 411 forbidden attachment, 700 and 701 of the list of messages, 1235 unknown stream.
 */
export type ErrorCode = 10 | 300 | 400 | 402 | 403 | 406 | 407 | 409 | 410 | 411 | 700 | 701 | 1235;
export type PostmarkError = { ErrorCode: ErrorCode; Message: string };

export function postmarkError(ErrorCode: ErrorCode, Message: string): PostmarkError {
  return { ErrorCode, Message };
}

/** Answers what is no JSON as Postmark does. */
export function answerUnreadable(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 415)
      return reply.code(415).send(postmarkError(409, 'The Content-Type has to be application/json.'));
    if (statusCode !== 400) throw error;
    return reply.code(422).send(postmarkError(402, 'The JSON of the request is invalid.'));
  });
}
