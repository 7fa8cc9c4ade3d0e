import type * as z from 'zod';
import { type ReadBody, readJsonBody } from './body.ts';
import type { CallOptions } from './call-options.ts';
import { toNoReplyError } from './errors.classify.ts';
import { SmartsheetError } from './errors.ts';
import type { Sleep, SmartsheetLimiter } from './limiter.ts';
import type { SmartsheetCall, SmartsheetOperation } from './operations.ts';
import { pauseBeforeRetry, type RetryPolicy } from './retry.ts';
import type { Fetch } from './send-request.ts';
import { isTimeLimit, type TimeLimits } from './time-limits.ts';
import { type Attempt, attemptCall, sourceHeader } from './transport.ts';

export type QueryValue = string | number | boolean | readonly string[] | Date | undefined;

/** One call, as the nouns describe it. */
type CallInput<Reply> = {
  operation: SmartsheetOperation;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API base, e.g. `/sheets/123`. */
  path: string;
  query?: Record<string, QueryValue> | undefined;
  /** Written as JSON; ids through `idNumber`. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  file?: { name: string; type: string; text: string } | undefined;
  /** What the call costs in the rate limit; default 1. */
  weight?: number | undefined;
  reply: z.ZodType<Reply>;
  /** Only for replies too large to be read in one piece. */
  readBody?: ReadBody | undefined;
  options?: CallOptions | undefined;
};

export type Request = <Reply>(call: CallInput<Reply>) => Promise<Reply>;

export type RequestOptions = TimeLimits & {
  /** The region's `apiBase`, e.g. `https://api.smartsheet.com/2.0`. */
  baseUrl: string;
  /** The site's `integrationSource`. */
  integrationSource?: string | undefined;
  /** Called once per call, and again when Smartsheet refuses the token. Its errors go to the caller. */
  accessToken: () => Promise<string>;
  /**
   * Returns a token whose call is already taken from the budget. Called once per call, before `accessToken`. When it
   * returns undefined, `accessToken` and the limiter are used. Its errors go to the caller.
   */
  paidToken?: ((call: { weight: number }) => Promise<string | undefined>) | undefined;
  /**
   * Called when Smartsheet refuses the token as expired (1003) or invalid (1002), once per call; it should renew the
   * token unless that has been done already (compare `refusedToken`), and wait for a renewal that is running. The call
   * is then tried once more with what `accessToken` returns. Its errors go to the caller.
   */
  onTokenRefused?: ((event: { refusedToken: string }) => Promise<void>) | undefined;
  limiter: SmartsheetLimiter;
  /** What sends the calls, in tests. */
  fetch?: Fetch | undefined;
  now: () => Date;
  /** 0 ≤ x < 1. */
  random: () => number;
  sleep: Sleep;
  /** Sent as `Smartsheet-Change-Agent` with writes. Callbacks repeat it, so that we recognise our own changes. */
  changeAgent?: string | undefined;
  /** Called right before an attempt is sent. If it throws, the error goes to the caller and nothing is sent. */
  beforeCall?: (() => void) | undefined;
  /** Called after every attempt. */
  onCall?: ((call: SmartsheetCall) => void) | undefined;
  retry: RetryPolicy;
};

/** Creates the one function that every call goes through. */
export function createRequest(options: RequestOptions): Request {
  return async (call) => {
    try {
      return await withRetries(options, call);
    } catch (error) {
      const { signal } = call.options ?? {};
      // Whatever a wait or a call made of an abort, the caller gets the reason it gave itself. A time limit is no wish
      // of anybody's: it is a reply that did not come.
      if (!isTimeLimit(signal)) signal?.throwIfAborted();
      if (error instanceof SmartsheetError || !isTimeLimit(signal)) throw error;
      throw toNoReplyError({
        operation: call.operation,
        isWrite: call.method !== 'GET',
        timedOut: true,
        error,
      });
    }
  };
}

async function withRetries<Reply>(options: RequestOptions, call: CallInput<Reply>): Promise<Reply> {
  let token = await readFirstToken(options, call);
  let tokenRenewed = false;
  for (let attempt = 1; ; attempt += 1) {
    if (attempt > 1) await acquire(options.limiter, call);
    try {
      return await attemptCall(toAttempt({ options, call, token, attempt }), call.reply);
    } catch (error) {
      if (!(error instanceof SmartsheetError)) throw error;
      if (error.reason === 'rate_limited') await options.limiter.backOff({ forMs: error.retryAfterMs ?? 0 });
      const newToken = tokenRenewed ? undefined : await renewedToken({ options, error, token });
      if (newToken === undefined) {
        const pauseMs = pauseBeforeRetry({ error, attempt, policy: options.retry, random: options.random });
        if (pauseMs === undefined) throw error;
        await options.sleep(pauseMs, call.options?.signal);
      } else {
        token = newToken;
        tokenRenewed = true;
      }
      await call.options?.beforeRetry?.(error);
    }
  }
}

/** Returns the token for the first attempt, which has its share of the budget then. */
async function readFirstToken(options: RequestOptions, call: CallInput<unknown>): Promise<string> {
  call.options?.signal?.throwIfAborted();
  const paid = await options.paidToken?.({ weight: call.weight ?? 1 });
  if (paid !== undefined) return paid;
  const token = await options.accessToken();
  await acquire(options.limiter, call);
  return token;
}

function toAttempt(input: {
  options: RequestOptions;
  call: CallInput<unknown>;
  token: string;
  attempt: number;
}): Attempt {
  const { options, call, token, attempt } = input;
  const { operation, method } = call;
  return {
    operation,
    method,
    url: `${options.baseUrl}${call.path}${queryText(call.query)}`,
    headers: headersFor({ call, token, options }),
    body: call.file?.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
    attempt,
    readBody: call.readBody ?? readJsonBody,
    timeoutMs: call.options?.timeoutMs ?? options.timeoutMs,
    overallTimeoutMs: call.options?.overallTimeoutMs ?? options.overallTimeoutMs,
    signal: call.options?.signal,
    fetch: options.fetch,
    now: options.now,
    beforeCall: () => {
      options.beforeCall?.();
      call.options?.beforeSend?.();
    },
    onCall: options.onCall,
  };
}

/** Lists are one comma-joined value; names are case-sensitive; empty lists are left out. */
function queryText(query: Record<string, QueryValue> = {}) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value instanceof Date ? value.toISOString() : value;
    if (text !== undefined && text !== '') params.set(name, String(text));
  }
  return params.size === 0 ? '' : `?${params}`;
}

/** A limiter that will not wait any longer says so with `retryAfterMs`. */
async function acquire(
  limiter: SmartsheetLimiter,
  { operation, method, weight = 1, options }: CallInput<unknown>,
) {
  try {
    await limiter.acquire({ weight, signal: options?.signal });
  } catch (error) {
    const { retryAfterMs, isAfterRefusal } = (error ?? {}) as Partial<Record<string, unknown>>;
    if (typeof retryAfterMs !== 'number') throw error;
    const outcome = method === 'GET' ? undefined : 'not_done';
    throw new SmartsheetError({
      class: 'retry',
      reason: 'rate_limited',
      operation,
      retryAfterMs,
      outcome,
      heldBackBy: isAfterRefusal === true ? 'limit' : 'budget',
    });
  }
}

/**
 * The token to try once more with, or undefined when there is no other. A token can be refused although nothing is
 * wrong: it has expired, or another process is renewing it, which ends the old one before the new one is known here.
 */
async function renewedToken(input: { options: RequestOptions; error: SmartsheetError; token: string }) {
  const { options, error, token } = input;
  if (error.reason !== 'token_expired' && error.reason !== 'token_invalid') return undefined;
  await options.onTokenRefused?.({ refusedToken: token });
  const current = await options.accessToken();
  return current === token ? undefined : current;
}

function headersFor(input: { call: CallInput<unknown>; token: string; options: RequestOptions }) {
  const { call, token, options } = input;
  const changeAgent = call.options?.changeAgent ?? options.changeAgent;
  return {
    authorization: `Bearer ${token}`,
    ...sourceHeader(options.integrationSource),
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(call.file && fileHeaders(call.file)),
    ...(call.method === 'GET' || changeAgent === undefined ? {} : { 'smartsheet-change-agent': changeAgent }),
  };
}

/** Names outside ASCII are written as RFC 6266 says; the plain form stands beside it for who reads only that. */
function fileHeaders({ name, type }: { name: string; type: string }): Record<string, string> {
  const plain = name.replace(/[^ -~]|["\\]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const rest = plain === name ? '' : `; filename*=UTF-8''${exact}`;
  return { 'content-type': type, 'content-disposition': `attachment; filename="${plain}"${rest}` };
}
