import { AppError, apiKeyPrefix, type EndpointDefinition } from '@picksync/contracts';
import type { FastifyReply } from 'fastify';
import type { KeyCaller } from './caller.ts';

/** What is left of a key's calls in the present window. */
export type CallsLeft = {
  isAdmitted: boolean;
  limit: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
};

export type KeyAccess = {
  /** Returns the owner of a key. Throws the reason when it is not valid. */
  authenticateKey: (key: string) => Promise<KeyCaller>;
  /** Takes one of the calls that the key may make. */
  takeCall: (caller: KeyCaller) => Promise<CallsLeft>;
};

/** Returns whether a bearer token has the prefix of an API key, valid or not. */
export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(apiKeyPrefix);
}

/**
 * Returns the caller of a request with an API key; null where everybody may call. A key is not accepted for calls about
 * the account, its sessions, keys or payments. Throws `rate_limited` when its calls of this minute are used up.
 */
export async function identifyKey(
  key: string,
  { endpoint, reply }: { endpoint: EndpointDefinition; reply: FastifyReply },
  access: KeyAccess,
): Promise<KeyCaller | null> {
  if (endpoint.access === 'public') return null;
  if (!endpoint.programs) throw new AppError('api_key_not_accepted');
  const caller = await access.authenticateKey(key);
  const calls = await access.takeCall(caller);
  reply.headers({
    'ratelimit-policy': `"key";q=${calls.limit};w=${calls.windowSeconds}`,
    ratelimit: `"key";r=${calls.remaining};t=${calls.resetSeconds}`,
  });
  if (!calls.isAdmitted) {
    throw new AppError('rate_limited', { details: { retryAfterSeconds: calls.resetSeconds } });
  }
  if (endpoint.programs === 'write' && caller.key.scope !== 'write') throw new AppError('api_key_read_only');
  return caller;
}
