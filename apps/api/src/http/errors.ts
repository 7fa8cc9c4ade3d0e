import type { AppError } from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appErrorOf } from './app-error-of.ts';
import { unknownField } from './plain-message.ts';
import { endpointOf } from './route-endpoint.ts';

/** The `Retry-After` of a 503, unless the error has its own. */
const unavailableRetrySeconds = 2;

/**
 * Logs every failure and replies with its code and message; an unexpected one gets the message of `internal`. A browser that
 * navigates to an endpoint with `failTo` is redirected there.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => replyWith(appErrorOf(error), request, reply));
}

/** The names of the fields that are ours. */
function ownFields(errors: Record<string, string> = {}): string[] {
  return Object.keys(errors).filter((name) => errors[name] !== unknownField);
}

function replyWith(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, cause, errors } = error;
  if (code === 'internal') request.log.error({ err: cause, code }, 'request failed');
  else if (error.status >= 500)
    request.log.warn({ ...(cause !== undefined && { err: cause }), code }, 'request failed');
  else request.log.info({ code, fields: ownFields(errors) }, 'request refused');

  const { failTo } = endpointOf(request.routeOptions) ?? {};
  if (failTo !== undefined) return reply.redirect(failTo);
  const { retryAfterSeconds = error.status === 503 ? unavailableRetrySeconds : undefined } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(error.status).send(error.toReply());
}
