import type { z } from 'zod';
import { type ReadBody, readJsonBody } from './body.ts';
import { errorOfNoReply } from './errors.network.ts';
import { SmartsheetError } from './errors.ts';
import type { Sleep, SmartsheetLimiter } from './limiter.ts';
import type { CallOptions, SmartsheetCall, SmartsheetOperation } from './operations.ts';
import { type QueryValue, queryText } from './request.query.ts';
import { pauseBeforeRetry, type RetryPolicy } from './retry.ts';
import { isTimeLimit, type TimeLimits } from './time-limits.ts';
import { type Attempt, attemptCall, type Fetch } from './transport.ts';

/** One call, as the nouns describe it. */
export type Ask<Reply> = {
  operation: SmartsheetOperation;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API base, e.g. `/sheets/123`. */
  path: string;
  query?: Record<string, QueryValue> | undefined;
  /** Written as JSON; ids through `idNumber`. */
  body?: unknown;
  /** What the call costs in the rate limit; default 1. */
  weight?: number | undefined;
  reply: z.ZodType<Reply>;
  /** Only for answers too large to be read in one piece. */
  readBody?: ReadBody | undefined;
  options?: CallOptions | undefined;
};

export type Request = <Reply>(ask: Ask<Reply>) => Promise<Reply>;

export type RequestParts = TimeLimits & {
  baseUrl: string;
  accessToken: () => Promise<string>;
  onTokenRefused?: ((event: { refusedToken: string }) => Promise<void>) | undefined;
  limiter: SmartsheetLimiter;
  fetch: Fetch;
  now: () => Date;
  random: () => number;
  sleep: Sleep;
  changeAgent?: string | undefined;
  beforeCall?: (() => void) | undefined;
  onCall?: ((call: SmartsheetCall) => void) | undefined;
  retry: RetryPolicy;
};

/** The one function every call goes through. */
export const createRequest =
  (parts: RequestParts): Request =>
  async (ask) => {
    try {
      return await withRetries(parts, ask);
    } catch (error) {
      const { signal } = ask.options ?? {};
      // Whatever a wait or a call made of an abort, the caller gets the reason it gave itself. A time limit is no wish
      // of anybody's: it is an answer that did not come.
      if (!isTimeLimit(signal)) signal?.throwIfAborted();
      if (error instanceof SmartsheetError || !isTimeLimit(signal)) throw error;
      throw errorOfNoReply({
        operation: ask.operation,
        isWrite: ask.method !== 'GET',
        timedOut: true,
        error,
      });
    }
  };

const withRetries = async <Reply>(parts: RequestParts, ask: Ask<Reply>): Promise<Reply> => {
  let token = await parts.accessToken();
  let tokenRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    await acquire(parts.limiter, ask);
    try {
      return await attemptCall(attemptOf({ parts, ask, token, attempt }), ask.reply);
    } catch (error) {
      if (!(error instanceof SmartsheetError)) throw error;
      if (error.reason === 'rate_limited') await parts.limiter.park({ forMs: error.retryAfterMs ?? 0 });
      const newToken = tokenRenewed ? undefined : await renewedToken({ parts, error, token });
      if (newToken === undefined) {
        const pauseMs = pauseBeforeRetry({ error, attempt, policy: parts.retry, random: parts.random });
        if (pauseMs === undefined) throw error;
        await parts.sleep(pauseMs, ask.options?.signal);
      } else {
        token = newToken;
        tokenRenewed = true;
      }
      await ask.options?.beforeRetry?.(error);
    }
  }
};

const attemptOf = (call: {
  parts: RequestParts;
  ask: Ask<unknown>;
  token: string;
  attempt: number;
}): Attempt => {
  const { parts, ask, token, attempt } = call;
  const { operation, method } = ask;
  return {
    operation,
    method,
    url: `${parts.baseUrl}${ask.path}${queryText(ask.query)}`,
    headers: headersFor({ ask, token, changeAgent: parts.changeAgent }),
    body: ask.body === undefined ? undefined : JSON.stringify(ask.body),
    attempt,
    readBody: ask.readBody ?? readJsonBody,
    timeoutMs: ask.options?.timeoutMs ?? parts.timeoutMs,
    overallTimeoutMs: ask.options?.overallTimeoutMs ?? parts.overallTimeoutMs,
    signal: ask.options?.signal,
    fetch: parts.fetch,
    now: parts.now,
    beforeCall: parts.beforeCall,
    onCall: parts.onCall,
  };
};

/** A limiter that will not wait any longer says so with `retryAfterMs`. */
const acquire = async (
  limiter: SmartsheetLimiter,
  { operation, method, weight = 1, options }: Ask<unknown>,
) => {
  try {
    await limiter.acquire({ weight, signal: options?.signal });
  } catch (error) {
    const retryAfterMs = (error as { retryAfterMs?: unknown } | null)?.retryAfterMs;
    if (typeof retryAfterMs !== 'number') throw error;
    const outcome = method === 'GET' ? undefined : 'not_done';
    throw new SmartsheetError({
      class: 'retry',
      reason: 'rate_limited',
      operation,
      retryAfterMs,
      outcome,
      heldBackBy: 'budget',
    });
  }
};

/**
 * The token to try once more with, or undefined when there is no other. A token can be refused although nothing is
 * wrong: it has expired, or another process is renewing it, which ends the old one before the new one is known here.
 */
const renewedToken = async (refusal: { parts: RequestParts; error: SmartsheetError; token: string }) => {
  const { parts, error, token } = refusal;
  if (error.reason !== 'token_expired' && error.reason !== 'token_invalid') return undefined;
  await parts.onTokenRefused?.({ refusedToken: token });
  const current = await parts.accessToken();
  return current === token ? undefined : current;
};

const headersFor = (call: { ask: Ask<unknown>; token: string; changeAgent: string | undefined }) => {
  const { ask, token, changeAgent } = call;
  return {
    authorization: `Bearer ${token}`,
    ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(ask.method === 'GET' || changeAgent === undefined ? {} : { 'smartsheet-change-agent': changeAgent }),
  };
};
