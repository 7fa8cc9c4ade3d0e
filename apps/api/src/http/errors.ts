import type { AppError } from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appErrorOf } from './app-error-of.ts';
import { endpointOf } from './route-endpoint.ts';

/** When to retry what is unavailable, unless the error says when. */
const unavailableRetrySeconds = 2;

/**
 * Logs every failure; tells the caller its code and message, and of unexpected ones nothing else. Browsers that
 * navigate here are sent on to a page that says so.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => replyWith(appErrorOf(error), request, reply));
}

function replyWith(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, cause, errors } = error;
  if (code === 'internal') request.log.error({ err: cause, code }, 'request failed');
  else if (error.status >= 500)
    request.log.warn({ ...(cause !== undefined && { err: cause }), code }, 'request failed');
  else request.log.info({ code, fields: Object.keys(errors ?? {}) }, 'request refused');

  const { failTo } = endpointOf(request.routeOptions) ?? {};
  if (failTo !== undefined) return reply.redirect(failTo);
  const { retryAfterSeconds = error.status === 503 ? unavailableRetrySeconds : undefined } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(error.status).send(error.toReply());
}
