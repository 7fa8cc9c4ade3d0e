import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxDeps } from '../../deps.ts';
import { isObject } from '../attributes.ts';
import { ApiError, apiError } from '../errors.ts';
import { newSecret } from '../ids.ts';
import type { FailedItem } from '../rows/rows.ts';
import { operationRules } from './operations.ts';

/** Returns an error as it appears in the envelope and in `failedItems`. */
function errorView(error: ApiError, refId: string) {
  return {
    errorCode: error.errorCode,
    message: error.message,
    refId,
    error: error.oauth,
    detail: error.detail,
  };
}

/** Returns the envelope of a successful write. */
export function success<Result extends object>(rest: Result) {
  return { message: 'SUCCESS', resultCode: 0, ...rest };
}

/** Returns the envelope of a write in which some rows failed. */
export function partialSuccess<Result extends object>(
  rest: Result,
  { failed, refId }: { failed: readonly FailedItem[]; refId: () => string },
) {
  return {
    message: 'PARTIAL_SUCCESS',
    resultCode: 3,
    ...rest,
    failedItems: failed.map(({ error, ...item }) => ({ ...item, error: errorView(error, refId()) })),
  };
}

const pathPatterns = Object.values(operationRules)
  .flatMap(({ url, alias }) => (alias === undefined ? [url] : [url, alias]))
  .map((url) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}/?$`));

/** Registers handlers that respond with Smartsheet's error envelope, for unknown URLs too. */
export function registerErrorHandlers(app: FastifyInstance, { random, faults }: SandboxDeps): void {
  const send = (reply: FastifyReply, error: ApiError) => {
    const { retryAfter } = faults.current;
    if (error.status === 429 && retryAfter !== null) reply.header('retry-after', retryAfter);
    return reply.code(error.status).send(errorView(error, newSecret(random, 12)));
  };

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof ApiError) return send(reply, error);
    if (isObject(error) && Number(error.statusCode) < 500) return send(reply, apiError(1008, error.message));
    request.log.error(error);
    return send(reply, apiError(4000));
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/, '').replace(/^\/2\.0/, '');
    return send(reply, apiError(pathPatterns.some((pattern) => pattern.test(path)) ? 1010 : 1006));
  });
}
