import type { AppError, ErrorCode } from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../base/keyed-hash.ts';
import { toNetwork } from '../base/network.ts';
import { getCaller } from './caller.ts';
import { HungUp } from './hang-up.ts';
import { unknownField } from './plain-message.ts';
import { getEndpoint } from './route-endpoint.ts';
import { toAppError } from './to-app-error.ts';

/** The `Retry-After` of a 503, unless the error has its own. */
const unavailableRetrySeconds = 2;

/**
 * Logs every failure and replies with its code and message; an unexpected one gets the message of `internal`. A browser that
 * navigates to an endpoint with `failTo` is redirected there.
 */
export function handleErrors(app: FastifyInstance, keyedHash?: KeyedHash): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof HungUp) return reply.hijack();
    return replyWith(toAppError(error), { request, reply, keyedHash });
  });
}

/** The names of the fields that are ours. */
function ownFields(errors: Record<string, string> = {}): string[] {
  return Object.keys(errors).filter((name) => errors[name] !== unknownField);
}

type Refused = { request: FastifyRequest; reply: FastifyReply; keyedHash: KeyedHash | undefined };

function replyWith(error: AppError, { request, reply, keyedHash }: Refused): FastifyReply {
  const { code, cause, errors } = error;
  if (code === 'internal') request.log.error({ err: cause, code }, 'request failed');
  else if (error.status >= 500)
    request.log.warn({ ...(cause !== undefined && { err: cause }), code }, 'request failed');
  else {
    const fields = ownFields(errors);
    request.log.info(
      { code, fields, ...(keyedHash && describeRefusedCaller(request, error, keyedHash)) },
      'request refused',
    );
  }

  const { failTo } = getEndpoint(request.routeOptions) ?? {};
  if (failTo !== undefined) return reply.redirect(failTo);
  const { retryAfterSeconds = error.status === 503 ? unavailableRetrySeconds : undefined } = error.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(error.status).send(error.toReply());
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
