import { AppError, type ErrorCode } from '@picksync/contracts';
import { isDatabaseUnavailable, isUserGone } from '@picksync/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../base/keyed-hash.ts';
import { toNetwork } from '../base/network.ts';
import { getCaller } from './caller.ts';
import { HungUp } from './hang-up.ts';
import { getEndpoint } from './serve.ts';
import { unknownField } from './validate-input.ts';

/** The `Retry-After` of a 503, unless the error has its own. */
const unavailableRetrySeconds = 2;

/**
 * Logs every failure and replies with its code and message; an unexpected one gets the message of `internal`. A browser that
 * navigates to an endpoint with `failTo` is redirected there.
 */
export function handleErrors(app: FastifyInstance, keyedHash?: KeyedHash): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof HungUp) return reply.hijack();
    return replyWith(toAppError(error, request), { request, reply, keyedHash });
  });
}

/** Returns the names of the fields that are ours. */
function listOwnFields(errors: Record<string, string> = {}): string[] {
  return Object.keys(errors).filter((name) => errors[name] !== unknownField);
}

type Refused = { request: FastifyRequest; reply: FastifyReply; keyedHash: KeyedHash | undefined };

function replyWith(error: AppError, { request, reply, keyedHash }: Refused): FastifyReply {
  const { code, cause, errors } = error;
  if (code === 'internal') request.log.error({ err: cause, code }, 'request failed');
  else if (error.status >= 500 && code !== 'maintenance')
    request.log.warn({ err: cause ?? error, code }, 'request failed');
  else {
    const fields = listOwnFields(errors);
    request.log.info(
      { code, fields, ...(keyedHash && describeRefusedCaller(request, error, keyedHash)) },
      'request refused',
    );
  }

  const { failTo, access } = getEndpoint(request.routeOptions) ?? {};
  if (failTo !== undefined) return reply.redirect(failTo);
  const { retryAfterSeconds = error.status === 503 ? unavailableRetrySeconds : undefined } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const body = error.toReply();
  // A client of an administrator's calls reads the message from `error`.
  return reply.code(error.status).send(access === 'admin' ? { ...body, error: error.message } : body);
}

/** The statuses that an attack shows up with: wrong passwords and codes, missing rights, and limits. */
const refusals = new Set([401, 403, 429]);
const wrongSecrets = new Set<ErrorCode>(['otp_invalid', 'otp_expired', 'link_invalid', 'link_expired']);

/**
 * Returns from which network a refused request came and whom it was about, as keyed hashes: equal for the same network
 * or person, so that an attack shows in the log, and of no other use.
 */
function describeRefusedCaller(request: FastifyRequest, { code, status }: AppError, keyedHash: KeyedHash) {
  if (!refusals.has(status) && !wrongSecrets.has(code)) return {};
  const person = getCaller(request)?.user.email ?? readAddress(request.body);
  return {
    network: keyedHash('log-network', toNetwork(request.ip)),
    ...(person !== undefined && { person: keyedHash('log-person', person) }),
  };
}

function readAddress(body: unknown): string | undefined {
  const { email } = (typeof body === 'object' && body !== null ? body : {}) as { email?: unknown };
  return typeof email === 'string' ? email : undefined;
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
};

/** Returns the coded error for whatever was thrown. The only place where failures get a code, and with it a status. */
function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = Object(error) as { code?: unknown; statusCode?: unknown };
  const known = fastifyCodes[String(code)];
  if (known) return new AppError(known, { cause: error });
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { cause: error });
  if (isUserGone(error)) return toGone(error, request);
  // Fastify's own errors, such as invalid JSON or a header that is too long.
  const refused = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return new AppError(refused ? 'malformed_request' : 'internal', { cause: error });
}

/**
 * Returns the error for an account that was deleted during the request: the caller's, whose session is over as well, or one
 * that an administrator acts on.
 */
function toGone(cause: unknown, { routeOptions }: FastifyRequest): AppError {
  const isOthers = getEndpoint(routeOptions)?.access === 'admin';
  if (!isOthers) return new AppError('unauthenticated', { cause });
  return new AppError('not_found', { message: 'This account was deleted meanwhile.', cause });
}
